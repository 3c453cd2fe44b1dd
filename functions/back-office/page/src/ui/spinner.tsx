import { useTranslate } from '../language/use-language.ts';
import './button.css';

/** Shown while something is loading whose shape is not known yet. */
export function Spinner() {
  const t = useTranslate();
  return (
    <div className="ui-loading" role="status" aria-label={t('ui.loading')}>
      <span className="ui-spinner ui-spinner--large" />
    </div>
  );
}
