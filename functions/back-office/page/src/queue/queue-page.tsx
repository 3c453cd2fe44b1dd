import SpaceBetween from '@cloudscape-design/components/space-between';
import { useApi } from '../api/use-api.ts';
import { useLoad } from '../loading/use-load.ts';
import { CostsPart } from './costs-part.tsx';
import { DeadLettersPart } from './dead-letters-part.tsx';
import { QueuePart } from './queue-part.tsx';
import { useLetters } from './use-letters.ts';

/** The state of the queues, what was given up, and the costs. */
export default function QueuePage() {
  const api = useApi();
  const queue = useLoad((signal) => api.queue(signal), [api]);
  const letters = useLetters();
  return (
    <SpaceBetween size="l">
      <QueuePart of={queue} onReload={letters.reload} />
      <DeadLettersPart of={letters} onChange={queue.reload} />
      <CostsPart />
    </SpaceBetween>
  );
}
