import SpaceBetween from '@cloudscape-design/components/space-between';
import { BatchPage } from './batch-page.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { StartForm } from './start/start-form.tsx';
import { Acting } from '../api/role.ts';
import { useText } from '../language/use-language.ts';
import { useTitle } from '../routing/use-title.ts';

/**
 * Starts batches and leads to the last ones, or shows those that are named. They are loaded together: what is started
 * has to be shown without a connection too.
 *
 * @param ids of batches that are shown as one; `null`: none are named
 */
export default function BatchesSection({ ids }: { ids: string[] | null }) {
  const text = useText();
  useTitle(...(ids ?? []).slice(0, 1), text.navigation.batches);
  if (ids !== null) return <BatchPage ids={ids} />;
  return (
    <SpaceBetween size="l">
      <Acting>
        <StartForm />
      </Acting>
      <RecentBatches />
    </SpaceBetween>
  );
}
