import { useFormat } from '../language/use-format.ts';

/** How long ago, and exactly when. */
export function When({ time }: { time: string }) {
  const format = useFormat();
  return (
    <time dateTime={time}>
      {format.ago(time, Date.now())} ({format.time(time)})
    </time>
  );
}
