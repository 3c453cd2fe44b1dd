import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useText } from '../language/use-language.ts';
import { BatchActions } from './batch-actions.tsx';
import type { Following } from './follow/follow-parts.ts';
import { Progress } from './progress.tsx';

interface BatchHeadProps {
  following: Following;
  onLook: () => void;
  onCancel: () => Promise<void>;
}

/** How far a list is, and what can be done with it. */
export function BatchHead({ following, onLook, onCancel }: BatchHeadProps) {
  const text = useText();
  return (
    <Container
      header={
        <Header variant="h1" actions={<BatchActions parts={following.parts} onLook={onLook} onCancel={onCancel} />}>
          {text.batches.one}
        </Header>
      }
    >
      <Progress of={following} />
    </Container>
  );
}
