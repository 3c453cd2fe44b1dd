import SpaceBetween from '@cloudscape-design/components/space-between';
import { RecentBatches } from './recent-batches.tsx';
import { StartForm } from './start/start-form.tsx';

/** Starts batches, and leads to the last ones. */
export default function BatchesPage() {
  return (
    <SpaceBetween size="l">
      <StartForm />
      <RecentBatches />
    </SpaceBetween>
  );
}
