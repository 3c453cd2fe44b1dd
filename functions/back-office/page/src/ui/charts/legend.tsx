import { type ChartTone, toneClass } from './tone.ts';

/** What the colours of a chart mean. */
export function Legend({ items }: { items: readonly { name: string; value?: string; tone: ChartTone }[] }) {
  return (
    <ul className="ui-legend">
      {items.map(({ name, value, tone }) => (
        <li key={name} className={`ui-legend__item ${toneClass(tone)}`}>
          <span>{name}</span>
          {value !== undefined && <b>{value}</b>}
        </li>
      ))}
    </ul>
  );
}
