import { useFormat } from '../language/use-language.ts';
import { scoreTone } from './score-tone.ts';

/** A score from 0 to 100 in the colour of its rating. Where there is room, a `Gauge` shows it. */
export function Score({ value }: { value: number }) {
  const format = useFormat();
  return <span className={`ui-strong ui-digits ui-${scoreTone(value)}`}>{format.number(value)}</span>;
}
