import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { rowStatuses } from '../../../../core/batches/batch.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { type Following, lateIn } from './follow/follow-parts.ts';
import { isOpen } from './follow/part.ts';
import { totalsOf } from './follow/totals.ts';

/** How many lines have come to what, and when it is looked at again. */
export function Progress({ of }: { of: Following }) {
  const { parts, lookedAt, waitSeconds } = of;
  const text = useText();
  const format = useFormat();
  const { domains, ...counts } = totalsOf(parts);
  const settled = domains - counts.pending;
  const late = lateIn(of);
  return (
    <SpaceBetween size="l">
      <ProgressBar
        label={text.batches.progress}
        value={domains === 0 ? 0 : Math.floor((100 * settled) / domains)}
        additionalInfo={text.batches.of(format.number(settled), format.number(domains))}
      />
      <KeyValuePairs
        columns={3}
        items={rowStatuses.map((status) => ({
          label: text.batches.statuses[status],
          value: format.number(counts[status]),
        }))}
      />
      <Box color="text-body-secondary">
        {lookedAt !== null && text.batches.looked(format.time(new Date(lookedAt).toISOString()))} {next()}{' '}
        {counts.pending === 0 && late > 0 && text.batches.late(format.number(late))}
      </Box>
    </SpaceBetween>
  );

  function next(): string {
    if (waitSeconds !== null) return text.batches.looks_again(format.number(waitSeconds));
    if (lookedAt === null || parts.some(isOpen)) return text.common.loading;
    return late === 0 ? text.batches.finished : '';
  }
}
