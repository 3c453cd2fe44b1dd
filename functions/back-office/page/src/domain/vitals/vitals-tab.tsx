import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { SourceNote } from '../../sources/source-note.tsx';
import { sourceOf } from '../../sources/source-of.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence } from '../../sources/absence.ts';
import { FieldPerformance } from '../record/views/field-performance.tsx';
import { seriesOf } from '../history/series.ts';
import { vitalNames } from './thresholds.ts';
import { weekly } from './weekly.ts';
import { VitalChart } from './vital-chart.tsx';

/** As many as the Chrome UX Report keeps. */
const WEEKS = '40w';

/** What visitors measured: as it is now, and week by week, with the thresholds of each figure. */
export function VitalsTab({ record, fetches }: { record: DomainAnswer; fetches: number }) {
  const api = useApi();
  const text = useText();
  const t = useTranslate();
  const history = useLoad((signal) => api.history(record.domain, WEEKS, signal), [api, record.domain, fetches]);
  const { field } = record.performance;
  return (
    <SpaceBetween size="l">
      <section aria-label={t('domain.vitals.now')}>
        <Box variant="h2">{t('domain.vitals.now')}</Box>
        <SourceNote of={sourceOf('performance.field', record.sources)} />
        {field ? (
          <FieldPerformance of={field} />
        ) : (
          <Box>{describeAbsence('performance.field', record.sources, text)}</Box>
        )}
      </section>
      <ShowLoaded of={history}>
        {({ snapshots, from, to }) => {
          const figures = vitalNames.map((name) => ({ name, points: weekly(seriesOf(snapshots, name).lines.flat()) }));
          const known = figures.filter(({ points }) => points.length > 0);
          return (
            <section aria-label={t('domain.vitals.title')}>
              <Box variant="h2">{t('domain.vitals.title')}</Box>
              <Box color="text-body-secondary" margin={{ bottom: 's' }}>
                {t('domain.vitals.hint')}
              </Box>
              {known.length === 0 && <Box>{t('domain.vitals.no_weeks')}</Box>}
              <ColumnLayout columns={2}>
                {known.map(({ name, points }) => (
                  <VitalChart key={name} name={name} points={points} from={from} to={to} />
                ))}
              </ColumnLayout>
            </section>
          );
        }}
      </ShowLoaded>
    </SpaceBetween>
  );
}
