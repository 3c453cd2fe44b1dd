import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';

/** A warning beside a value. Unlike a status indicator, it wraps between words only. */
export function Warning({ children }: { children: string }) {
  return (
    <Box color="text-status-warning">
      <Icon name="status-warning" /> {children}
    </Box>
  );
}
