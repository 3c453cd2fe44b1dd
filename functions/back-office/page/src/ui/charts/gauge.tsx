import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ratingOf, scoreTone } from '../score-tone.ts';
import { arcPath } from './geometry.ts';
import './gauge.css';

/** Side and width of the line, in pixels: beside a text, in a tile, and as the main value of a view. */
const SIZES = { small: [20, 4], medium: [72, 7], large: [136, 12] } as const;

/** The arc is three quarters of a circle, open at the bottom: from the lower left, clockwise, in turns from the top. */
const START = 0.625;
const LENGTH = 0.75;

interface GaugeProps {
  /** What the value is, for assistive technology. */
  label: string;
  /** 0 to 100, of which more is better; `null`: unknown. */
  value: number | null;
  /** Health is a percentage, a score is points of 100. */
  unit: 'percent' | 'points';
  /** Why there is no value, such as that the site was not crawled yet. */
  unknown?: string;
  size?: keyof typeof SIZES;
}

/**
 * A value from 0 to 100 as an arc in the colour of its rating, with its number. This is how the health of a site is shown
 * everywhere. An unknown value has no arc, so that it does not look like 0.
 */
export function Gauge({ label, value, unit, unknown: reason, size = 'medium' }: GaugeProps) {
  const t = useTranslate();
  const unknown = reason ?? t('ui.missing');
  const format = useFormat();
  const shown = value === null ? null : wholeOf(value);
  const text = shown === null ? '–' : unit === 'percent' ? t('ui.percent', { value: shown }) : format.number(shown);
  const name =
    shown === null
      ? t('ui.gauge.unknown', { label, reason: unknown })
      : t(`ui.gauge.${unit}`, { label, value: shown, rating: t(`ui.ratings.${ratingOf(shown)}`) });
  const caption = shown === null ? unknown : unit === 'points' ? t('ui.of_100') : null;
  const [side, width] = SIZES[size];
  const [centre, radius] = [side / 2, (side - width) / 2];
  const tone = scoreTone(shown);
  return (
    <span
      className={`ui-gauge ui-gauge--${size} ui-inline ui-center ui-${tone === 'none' ? 'quiet' : tone}`}
      role="img"
      aria-label={name}
    >
      <svg aria-hidden="true" width={side} height={side} viewBox={`0 0 ${side} ${side}`} fill="none">
        <path
          className="ui-gauge__track"
          d={arcPath(centre, radius, START, START + LENGTH)}
          strokeWidth={width}
          {...(shown === null && { strokeDasharray: `${width / 2} ${width}` })}
        />
        {shown !== null && shown > 0 && (
          <path
            className="ui-gauge__arc"
            d={arcPath(centre, radius, START, START + (LENGTH * Math.min(shown, 100)) / 100)}
            strokeWidth={width}
          />
        )}
      </svg>
      <b className="ui-gauge__value ui-digits" aria-hidden="true">
        {size === 'small' && shown === null ? unknown : text}
      </b>
      {size === 'large' && caption !== null && (
        <span className="ui-gauge__caption ui-small ui-quiet" aria-hidden="true">
          {caption}
        </span>
      )}
    </span>
  );
}

/** Returns a whole number. Only a value of 100 is shown as such: 99.6 % of the pages are not all of them. */
const wholeOf = (value: number) => (value < 100 ? Math.min(99, Math.round(value)) : 100);
