import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../language/use-language.ts';
import './landing.css';

export type LandingReason = 'none' | 'ended' | 'failed' | 'unavailable';

/**
 * What is shown to who is not signed in. The way to the sign-in server is a button and not taken by itself: a token
 * that the interface refuses would otherwise send the browser round and round.
 */
export function Landing({ reason, onSignIn }: { reason: LandingReason; onSignIn: (() => void) | null }) {
  const text = useText();
  return (
    <main className="landing">
      <Box variant="h1">{text.title}</Box>
      <Box margin={{ vertical: 'm' }}>{text.sign_in.introduction}</Box>
      {reason !== 'none' && (
        <Box margin={{ bottom: 'm' }}>
          <StatusIndicator type={reason === 'ended' ? 'info' : 'error'}>{text.sign_in[reason]}</StatusIndicator>
        </Box>
      )}
      {onSignIn && (
        <Button variant="primary" onClick={onSignIn}>
          {text.sign_in.button}
        </Button>
      )}
    </main>
  );
}
