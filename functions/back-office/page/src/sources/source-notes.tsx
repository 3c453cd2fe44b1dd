import type { SourceReport } from '../../../../core/record/record.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { Banner } from '../ui/feedback.tsx';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/values.tsx';
import { markOf, noteOf, sourceName, type SourceWords } from './source-words.ts';
import './sources.css';

/** Which source has filled a section and when, and that its last fetch failed or that its values are old. */
export function SourceLine({ of }: { of: SourceReport | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  if (!of) return null;
  const note = noteOf(of, { t, format });
  return (
    <span className="ui-row ui-gap-tight ui-quiet ui-small">
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
        <span className="ui-warn ui-text-icon">
          <Icon name="warning" size={14} /> {note}
        </span>
      )}
    </span>
  );
}

function useWords(): SourceWords {
  return { t: useTranslate(), format: useFormat() };
}

/** Beside a value of an earlier fetch: when it was fetched, and why there is no newer one. */
export function OldMark({ of }: { of: SourceReport | null | undefined }) {
  const words = useWords();
  return <Warning>{of ? markOf(of, words) : null}</Warning>;
}

/** Beside a section: that its source failed in its last request, or that its values are old. */
export function SourceNote({ of }: { of: SourceReport | undefined }) {
  const words = useWords();
  return <Warning>{of ? noteOf(of, words) : null}</Warning>;
}

function Warning({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <div className="source-warning ui-line ui-warn ui-small">
      <Icon name="warning" size={14} /> <span>{children}</span>
    </div>
  );
}

/** All sources that failed in their last request, or whose values are old. */
export function SourceNotes({ sources }: { sources: readonly SourceReport[] }) {
  const words = useWords();
  const notes = sources.flatMap((report) => {
    const note = noteOf(report, words);
    return note === null ? [] : [{ id: report.id, note }];
  });
  if (notes.length === 0) return null;
  return (
    <div>
      <Banner tone="info" title={words.t('sources.not_current')}>
        {notes.map(({ id, note }) => (
          <div key={id}>
            <b>{sourceName(id, words.t)}</b>
            {words.t('common.colon')}
            {note}
          </div>
        ))}
      </Banner>
    </div>
  );
}
