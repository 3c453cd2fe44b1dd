import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { DomainAnswer } from '../../../../shared/record/record.ts';
import type { DomainDetails } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';

/** What is in the cache of a domain, or that nothing is. */
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
