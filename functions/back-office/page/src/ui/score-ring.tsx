import './score-ring.css';

interface ScoreRingProps {
  /** 0 to 100. */
  score: number;
  /** What the score is, for assistive technology. */
  label: string;
  /** In pixels. */
  size?: number;
}

/** Scores from which the tones good and warn begin, as in Lighthouse. */
const GOOD = 90;
const FAIR = 50;

/** A score as a ring, with the number in its middle. */
export function ScoreRing({ score, label, size = 112 }: ScoreRingProps) {
  const width = size / 12;
  const radius = (size - width) / 2;
  const length = 2 * Math.PI * radius;
  const tone = score >= GOOD ? 'good' : score >= FAIR ? 'warn' : 'bad';
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: width, fill: 'none' };
  return (
    <svg
      className={`ui-score-ring ui-score-ring--${tone}`}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
    >
      <circle {...circle} className="ui-score-ring__track" />
      <circle
        {...circle}
        className="ui-score-ring__arc"
        strokeDasharray={`${(length * score) / 100} ${length}`}
        strokeLinecap={score > 0 ? 'round' : 'butt'}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
      <text className="ui-score-ring__value" x="50%" y="50%" dominantBaseline="central" textAnchor="middle">
        {score}
      </text>
    </svg>
  );
}
