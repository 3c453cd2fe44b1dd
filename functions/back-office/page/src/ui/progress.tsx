import { useId } from 'react';
import './facts.css';

interface ProgressProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** What is done and of what, such as “120 of 1,000”. */
  detail: string;
}

/** How much of something is done or used. */
export function Progress({ label, percent, detail }: ProgressProps) {
  const id = useId();
  return (
    <div className="ui-progress">
      <span id={id}>{label}</span>
      <span className="ui-progress__detail">{detail}</span>
      <div
        className="ui-progress__track"
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={detail}
      >
        <div className="ui-progress__bar" style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
