import SpaceBetween from '@cloudscape-design/components/space-between';
import { CostsPart } from './costs-part.tsx';
import { QueuePart } from './queue-part.tsx';

/** How it stands with the snapshots that are taken by themselves, and with the money. */
export default function QueuePage() {
  return (
    <SpaceBetween size="l">
      <QueuePart />
      <CostsPart />
    </SpaceBetween>
  );
}
