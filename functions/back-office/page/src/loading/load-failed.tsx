import { useText } from '../language/use-language.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDescribeError } from './describe-error.ts';

/** Shown in place of data that could not be loaded. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText();
  const { header, detail } = useDescribeError()(error);
  return (
    <div role="alert">
      <EmptyState icon="error" title={header} action={<Button onPress={onRetry}>{text.common.try_again}</Button>}>
        {detail}
      </EmptyState>
    </div>
  );
}
