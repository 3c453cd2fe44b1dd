import type { Overview } from '../../../contract.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import './requests-by-day.css';

/** Of the drawing, in units of its own: it is as wide as its place. */
const HEIGHT = 100;

/**
 * A bar for each day, with its figure below the pointer. It is drawn here, since the component library's charts are a
 * tenth of what the first view weighs.
 */
export function RequestsByDay({ days }: { days: Overview['requests'] }) {
  const t = useTranslate();
  const format = useFormat();
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const sum = days.reduce((total, { requests }) => total + requests, 0);
  return (
    <div className="requests-by-day">
      <svg
        role="img"
        aria-label={t('overview.requests_sum', { sum: format.number(sum), most: format.number(most) })}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map(({ date, requests }, index) => {
          const height = (requests / most) * HEIGHT;
          return (
            <g key={date}>
              <title>{`${format.date(date)}: ${format.number(requests)}`}</title>
              <rect className="requests-by-day__place" x={index} width="1" height={HEIGHT} />
              <rect className="requests-by-day__bar" x={index + 0.1} width="0.8" y={HEIGHT - height} height={height} />
            </g>
          );
        })}
      </svg>
      <div className="requests-by-day__days">
        <span>{format.day(first.date)}</span>
        <span>{t('overview.requests_sum', { sum: format.number(sum), most: format.number(most) })}</span>
        <span>{format.day(last.date)}</span>
      </div>
    </div>
  );
}
