import { type ReactNode, useId } from 'react';
import './hero.css';
import './key-number.css';

interface HeroProps {
  title: string;
  /** After the title, such as an explanation. */
  info?: ReactNode;
  gauge: ReactNode;
  /** Below the title, such as how the value has changed. */
  children?: ReactNode;
  /** `KeyNumber`s: the numbers that follow in importance. */
  numbers: ReactNode;
}

/** The most important value of a view as a gauge, with the numbers that belong to it, in one card. A view has one. */
export function Hero({ title, info, gauge, children, numbers }: HeroProps) {
  const id = useId();
  return (
    <section className="ui-hero ui-card" aria-labelledby={id}>
      <div className="ui-hero__main ui-line ui-center ui-gap-5">
        {gauge}
        <div className="ui-column ui-gap-half ui-shrink ui-small">
          <h2 className="ui-hero__title ui-line ui-center ui-gap-1">
            <span id={id}>{title}</span>
            {info}
          </h2>
          {children}
        </div>
      </div>
      <dl className="ui-hero__numbers ui-bare">{numbers}</dl>
    </section>
  );
}
