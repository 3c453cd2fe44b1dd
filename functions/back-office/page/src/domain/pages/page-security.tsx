import Box from '@cloudscape-design/components/box';
import type { Page } from '../../../../contract.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence } from '../../sources/absence.ts';
import { SecurityHeaders } from '../record/views/security-headers.tsx';

/** Headers of a page that protect visitors. */
export function PageSecurity({ of: { security_headers, sources } }: { of: Page }) {
  const text = useText();
  if (security_headers === null) return <Box>{describeAbsence('security_headers', sources, text)}</Box>;
  return <SecurityHeaders of={security_headers} />;
}
