import SpaceBetween from '@cloudscape-design/components/space-between';
import { CostsPart } from './costs-part.tsx';
import { QueuePart } from './queue-part.tsx';
import { useText } from '../language/use-language.ts';
import { useTitle } from '../routing/use-title.ts';

/** The state of the snapshot queue, and the costs. */
export default function QueuePage() {
  const text = useText();
  useTitle(text.navigation.queue);
  return (
    <SpaceBetween size="l">
      <QueuePart />
      <CostsPart />
    </SpaceBetween>
  );
}
