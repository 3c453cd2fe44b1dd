import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { Button } from './button.tsx';
import { Icon, type Tone } from './icon.tsx';
import './tooltip.css';
import './badge.css';
import './chip.css';
import './key-number.css';
import './facts.css';

export type { Tone };

/** A short state or property. The text states it, the colour only emphasizes it. */
export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span className={`ui-badge ui-inline ui-center ui-gap-1 ui-smaller ui-medium ui-nowrap ui-soft-${tone}`}>
      {children}
    </span>
  );
}

interface ChipProps {
  text: string;
  /** Name of the button that removes it. */
  removeLabel: string;
  /** Opens it for changes. */
  onPress: () => void;
  onRemove: () => void;
}

/** One of several choices that are in effect, such as a filter. */
export function Chip({ text, removeLabel, onPress, onRemove }: ChipProps) {
  return (
    <span className="ui-chip ui-soft-accent">
      <AriaButton className="ui-chip__text" onPress={onPress}>
        {text}
      </AriaButton>
      <AriaButton className="ui-chip__remove" aria-label={removeLabel} onPress={onRemove}>
        <Icon name="close" size={12} />
      </AriaButton>
    </span>
  );
}

export interface ChangeProps {
  by: number;
  /** Whether it is better now; by default, more is. `null`: neither, or the change is too small to mean something. */
  isBetter?: boolean | null;
  /** In place of the number, without a sign. */
  amount?: string;
  /** It is of a count of which less is better, such as of issues: a sign is clearer than an arrow then. */
  isCount?: boolean;
}

/**
 * By how much a value has changed. An arrow upwards and its colour mean better, also where less is better, as with ranks;
 * a change that is neither has a sign in place of the arrow.
 */
export function Change({ by, isBetter = by > 0, amount: given, isCount = false }: ChangeProps) {
  const t = useTranslate();
  const format = useFormat();
  const amount = given ?? format.number(Math.abs(by));
  const tone = isBetter === null ? 'quiet' : isBetter ? 'good' : 'bad';
  const hasArrow = isBetter !== null && !isCount;
  return (
    <span className={`ui-inline ui-center ui-gap-half ui-small ui-medium ui-digits ui-nowrap ui-${tone}`}>
      {hasArrow && <Icon name={isBetter ? 'up' : 'down'} size={12} />}
      <span aria-hidden={isBetter !== null}>{hasArrow ? amount : `${by > 0 ? '+' : '−'}${amount}`}</span>
      {isBetter !== null && (
        <span className="visually-hidden">{t(isBetter ? 'ui.better_by' : 'ui.worse_by', { amount })}</span>
      )}
    </span>
  );
}

interface KeyNumberProps {
  label: string;
  value: ReactNode;
  /** Of a value with a rating, such as a score. */
  tone?: Tone | 'none';
  change?: ChangeProps;
  /** Below the value, such as what it is compared with. */
  hint?: ReactNode;
  /** The view with what is counted. */
  href?: string;
  /** What the number means. */
  info?: string;
}

/** A list of key numbers, side by side. */
export function KeyNumbers({ children }: { children: ReactNode }) {
  return <dl className="ui-key-numbers ui-grid ui-gap-4 ui-bare">{children}</dl>;
}

/** A large number with its label and its change. To be used in `KeyNumbers`. */
export function KeyNumber({ label, value, tone = 'none', change, hint, href, info }: KeyNumberProps) {
  return (
    <div className="ui-key-number ui-card ui-column ui-gap-half">
      <dt className="ui-line ui-center ui-gap-1 ui-quiet ui-small">
        {label}
        {info && <InfoTip label={label}>{info}</InfoTip>}
      </dt>
      <dd
        className={`ui-key-number__value ui-row ui-baseline ui-strong ui-digits${tone === 'none' ? '' : ` ui-${tone}`}`}
      >
        {href ? (
          <a className="ui-plain-link" href={href}>
            {value}
          </a>
        ) : (
          value
        )}
        {change && <Change {...change} />}
      </dd>
      {hint && <dd className="ui-quiet ui-small">{hint}</dd>}
    </div>
  );
}

/** Properties of something with their names. */
export function Facts({ of }: { of: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="ui-facts ui-terms">
      {of.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
    <div className="ui-row ui-baseline ui-between ui-gap-wide">
      <span id={id}>{label}</span>
      <span className="ui-quiet ui-digits">{detail}</span>
      <div
        className="ui-progress__track ui-meter"
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={detail}
      >
        <div style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}

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

interface CopyTextProps {
  title: string;
  children: string;
  /** Text of the button. */
  button: string;
  testId?: string;
  /** Copying it is the main action of the dialog. */
  isMain?: boolean;
}

/** A text to be used elsewhere, with a button that copies it. */
export function CopyText({ title, children, button, testId, isMain = false }: CopyTextProps) {
  const t = useTranslate();
  const [outcome, setOutcome] = useState<'copied' | 'copy_failed' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(children).then(
      () => setOutcome('copied'),
      () => setOutcome('copy_failed'),
    );
  return (
    <div>
      <div className="ui-line ui-between ui-gap-2 ui-quiet ui-small">
        <span>{title}</span>
        <span role="status">{outcome && t(`ui.${outcome}`)}</span>
      </div>
      <div className="ui-copy__text ui-line ui-center ui-gap-2">
        <code className="ui-code ui-grow ui-shrink ui-anywhere" data-testid={testId}>
          {children}
        </code>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          icon={outcome === 'copied' ? 'check' : 'copy'}
          onPress={() => void copy()}
        >
          {button}
        </Button>
      </div>
    </div>
  );
}

interface InfoTipProps {
  /** What it explains. */
  label: string;
  children: ReactNode;
  /** It explains a failure. */
  isWarning?: boolean;
}

/** An explanation that opens on a press, so that it can be read on touch screens as well. */
export function InfoTip({ label, children, isWarning = false }: InfoTipProps) {
  const t = useTranslate();
  return (
    <DialogTrigger>
      <AriaButton
        className={isWarning ? 'ui-info-tip ui-info-tip--warning' : 'ui-info-tip'}
        aria-label={t('ui.about', { name: label })}
      >
        <Icon name={isWarning ? 'warning' : 'info'} size={14} />
      </AriaButton>
      <Popover className="ui-tooltip" placement="top">
        <Dialog aria-label={t('ui.about', { name: label })}>{children}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}
