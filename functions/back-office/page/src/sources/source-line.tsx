import type { SourceReport } from '../../../../core/record/record.ts';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { sourceName } from './names.ts';
import './source-line.css';
import { noteOf } from './source-words.ts';

/** Which source has filled a section and when, and that its last fetch failed or that its values are old. */
export function SourceLine({ of }: { of: SourceReport | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  if (!of) return null;
  const note = noteOf(of, { t, format });
  return (
    <span className="source-line">
      <span>
        {t('record.source', { name: sourceName(of.id, t) })}
        {of.fetched_at !== null && (
          <>
            {' · '}
            <RelativeTime time={of.fetched_at} />
          </>
        )}
      </span>
      {note !== null && (
        <span className="source-line__note">
          <Icon name="warning" size={14} /> {note}
        </span>
      )}
    </span>
  );
}
