import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useRecordText } from '../../language/record/use-record-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { LoadFailed } from '../../loading/load-failed.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { SourceNotes } from '../../sources/source-notes.tsx';
import { factsOf } from './facts.ts';
import { FactValue } from './fact-value.tsx';
import { FigureCards } from './figure-cards.tsx';
import { PageKeywords } from './page-keywords.tsx';
import { wrongOf } from './wrong.ts';
import { WrongList } from './wrong-list.tsx';

interface OverviewProps {
  record: DomainAnswer;
  /** Completed fetches; when there is another, the history is loaded again. */
  fetches: number;
}

/** What is wrong with a domain first, then its figures with their past, then what its home page is. */
export function Overview({ record, fetches }: OverviewProps) {
  const api = useApi();
  const text = useText();
  const recordText = useRecordText();
  const t = useTranslate();
  const format = useFormat();
  const history = useLoad((signal) => api.history(record.domain, '90d', signal), [api, record.domain, fetches]);
  const snapshots = history.data?.snapshots ?? [];
  const brokenLinks = snapshots.find((one) => one.site_broken_links !== null)?.site_broken_links ?? null;
  const wrong = wrongOf(record, brokenLinks, Date.now(), { text, record: recordText, t, format });
  const facts = factsOf(record, text, format).map((fact) => ({
    label: fact.label,
    value: <FactValue of={fact} record={record} />,
  }));
  const firstCached = { label: text.domain.first_cached, value: format.time(record.first_cached_at) };
  return (
    <SpaceBetween size="l">
      <WrongList domain={record.domain} of={wrong} />
      {history.error !== null && history.data === null && <LoadFailed error={history.error} onRetry={history.reload} />}
      <FigureCards record={record} snapshots={snapshots} />
      <div>
        <Box variant="h2" margin={{ bottom: 's' }}>
          {t('domain.page')}
        </Box>
        <KeyValuePairs columns={3} items={[...facts, firstCached]} />
      </div>
      <div>
        <Box variant="h2">{text.overview.keywords}</Box>
        <PageKeywords record={record} />
      </div>
      <SourceNotes sources={record.sources} />
    </SpaceBetween>
  );
}
