import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { DomainAnswer } from '../../../../core/record/record.ts';
import type { DomainDetails } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';

/** Shows a domain's cached record, or that there is none. */
export function WithRecord({
  of: { record },
  children,
}: {
  of: DomainDetails;
  children: (record: DomainAnswer) => ReactNode;
}) {
  const text = useText();
  return record === null ? <Box>{text.domain.nothing_cached}</Box> : children(record);
}
