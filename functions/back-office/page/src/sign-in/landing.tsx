import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../language/use-language.ts';
import './landing.css';
import { useTitle } from '../routing/use-title.ts';

export type LandingReason = 'none' | 'ended' | 'failed' | 'unavailable';

/**
 * Shown to users who are not signed in. It has a button instead of a redirect to the sign-in server, which would loop if
 * the API rejects the token.
 */
export function Landing({ reason, onSignIn }: { reason: LandingReason; onSignIn: (() => void) | null }) {
  const text = useText();
  useTitle();
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
