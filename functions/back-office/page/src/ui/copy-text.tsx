import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Button } from './button.tsx';
import './facts.css';

interface CopyTextProps {
  title: string;
  children: string;
  /** Text of the button. */
  button: string;
  testId?: string;
}

/** A text to be used elsewhere, with a button that copies it. */
export function CopyText({ title, children, button, testId }: CopyTextProps) {
  const t = useTranslate();
  const [outcome, setOutcome] = useState<'copied' | 'copy_failed' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(children).then(
      () => setOutcome('copied'),
      () => setOutcome('copy_failed'),
    );
  return (
    <div className="ui-copy">
      <div className="ui-copy__head">
        <span>{title}</span>
        <span role="status">{outcome && t(`ui.${outcome}`)}</span>
      </div>
      <div className="ui-copy__text">
        <code data-testid={testId}>{children}</code>
        <Button icon={outcome === 'copied' ? 'check' : 'copy'} onPress={() => void copy()}>
          {button}
        </Button>
      </div>
    </div>
  );
}
