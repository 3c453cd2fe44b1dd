import { useTranslate } from '../language/use-language.ts';

interface MissingProps {
  /** Why there is no value, such as “no response”; by default, it is not known. */
  reason?: string | undefined;
  /** The reason is shown after the dash, where there is room for it. */
  isExplained?: boolean;
}

/**
 * In place of a value that is not known, or that does not apply: one dash. The reason is shown below the pointer, and
 * read by assistive technology. (A value that was measured to be absent is a value: “none”.) On a phone, tables leave out
 * cells that contain nothing else.
 */
export function Missing({ reason, isExplained = false }: MissingProps) {
  const t = useTranslate();
  const text = reason ?? t('ui.missing');
  return (
    <span className="ui-missing ui-anchor ui-quiet" title={text}>
      <span aria-hidden="true">–</span> <span className={isExplained ? 'ui-small' : 'visually-hidden'}>{text}</span>
    </span>
  );
}
