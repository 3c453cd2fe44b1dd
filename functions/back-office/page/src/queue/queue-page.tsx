import SpaceBetween from '@cloudscape-design/components/space-between';
import { CostsPart } from './costs-part.tsx';
import { QueuePart } from './queue-part.tsx';

/** The state of the snapshot queue, and the costs. */
export default function QueuePage() {
  return (
    <SpaceBetween size="l">
      <QueuePart />
      <CostsPart />
    </SpaceBetween>
  );
}
