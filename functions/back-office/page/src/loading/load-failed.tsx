import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../language/use-language.ts';
import { useDescribeError } from './describe-error.ts';

/** Shown in place of data that could not be loaded. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText();
  const { header, detail } = useDescribeError()(error);
  return (
    <div role="alert">
      <Box textAlign="center" padding="m">
        <StatusIndicator type="error">{header}</StatusIndicator>
        {detail && <Box color="text-body-secondary">{detail}</Box>}
        <Box padding={{ top: 's' }}>
          <Button onClick={onRetry}>{text.common.try_again}</Button>
        </Box>
      </Box>
    </div>
  );
}
