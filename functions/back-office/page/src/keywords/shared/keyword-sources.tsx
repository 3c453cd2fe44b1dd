import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { SourceReport } from '../../../../../core/record/record.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useText } from '../../language/use-language.ts';
import { When } from '../../shared/when.tsx';
import { sourceName } from '../../sources/names.ts';
import { stateOf } from '../../sources/source-words.ts';

/** Who was asked for an answer, what came of it, and when. */
export function KeywordSources({ sources }: { sources: readonly SourceReport[] }) {
  const text = useText();
  const keywords = useKeywordsText();
  const names: Readonly<Record<string, string>> = keywords.engine_names;
  return (
    <ExpandableSection variant="footer" headerText={keywords.sources}>
      <ul>
        {sources.map((source) => (
          <li key={source.id}>
            <b>{names[source.id] ?? sourceName(source.id, text)}</b>
            {text.common.colon}
            {stateOf(source, text)}
            {source.fetched_at !== null && (
              <>
                {text.common.comma}
                <When time={source.fetched_at} />
              </>
            )}
          </li>
        ))}
      </ul>
    </ExpandableSection>
  );
}
