import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useDescribeError } from './describe-error.ts';

interface TroubleProps {
  error: unknown;
  /** Seconds after which it is tried again; `null`: it is being tried. */
  waitSeconds: number | null;
  onRetry: () => void;
}

/** Says that the last look came to nothing, and that it goes on nevertheless. */
export function Trouble({ error, waitSeconds, onRetry }: TroubleProps) {
  const text = useText();
  const format = useFormat();
  const { header, detail } = useDescribeError()(error);
  return (
    <Banner tone="warn" title={header} action={<Button onPress={onRetry}>{text.common.try_again}</Button>}>
      {text.errors.nothing_is_lost} {waitSeconds !== null && text.errors.tries_again(format.number(waitSeconds))}
      {detail && <div>{detail}</div>}
    </Banner>
  );
}
