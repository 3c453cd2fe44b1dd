import { useEffect, useState } from 'react';
import { useFormat } from '../language/use-language.ts';

const UPDATE_MS = 30_000;

/** How long ago a time is, kept up to date; the exact time is shown below the pointer. @param time ISO 8601 */
export function RelativeTime({ time }: { time: string }) {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={format.time(time)}>
      {format.ago(time, now)}
    </time>
  );
}
