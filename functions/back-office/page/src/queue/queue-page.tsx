import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useLoad } from '../loading/use-load.ts';
import { useTitle } from '../routing/use-title.ts';
import { Stack } from '../ui/page-header.tsx';
import { CostsPart } from './costs-part.tsx';
import { DeadLettersPart } from './dead-letters-part.tsx';
import { QueuePart } from './queue-part.tsx';
import { useLetters } from './use-letters.ts';

/** The state of the queues, the failed jobs, and the costs. */
export default function QueuePage() {
  const t = useTranslate();
  useTitle(t('navigation.queue'));
  const api = useApi();
  const queue = useLoad((signal) => api.queue(signal), [api]);
  const letters = useLetters();
  return (
    <Stack>
      <QueuePart of={queue} onReload={letters.reload} />
      <DeadLettersPart of={letters} onChange={queue.reload} />
      <CostsPart />
    </Stack>
  );
}
