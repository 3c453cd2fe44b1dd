import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import { SITE_CRAWL } from '../../../../../core/record/history-values.ts';
import type { DomainAnswer, SourceReport } from '../../../../../core/record/record.ts';
import type { Snapshot } from '../../api/api.ts';
import { FigureChange } from '../figure-change.tsx';
import { useTranslate } from '../../language/use-translate.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence } from '../../sources/absence.ts';
import { OldMark } from '../../sources/old-mark.tsx';
import { sourceName } from '../../sources/names.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { betterOf } from '../history/better.ts';
import { scaleOf } from '../history/scale.ts';
import type { FigureName } from '../history/series.ts';
import { type Card, cardsOf, sectionOfFigure } from './cards.ts';

/** The figures of a domain, each with its change, its line, who told it and when. */
export function FigureCards({ record, snapshots }: { record: DomainAnswer; snapshots: readonly Snapshot[] }) {
  const text = useText();
  const t = useTranslate();
  const { cards, unknown } = cardsOf(record, snapshots);
  const whyUnknown = (name: FigureName) => {
    const section = sectionOfFigure(name);
    return section === undefined ? t('domain.figures.no_crawl') : describeAbsence(section, record.sources, text);
  };
  return (
    <section aria-label={t('domain.figures.title')}>
      <Box variant="h2">{t('domain.figures.title')}</Box>
      <Box color="text-body-secondary" margin={{ bottom: 's' }}>
        {t('domain.figures.hint')}
      </Box>
      <ColumnLayout columns={4} minColumnWidth={150} variant="text-grid">
        {cards.map((card) => (
          <FigureCard key={card.name} of={card} report={sourceOfCard(card, record)} />
        ))}
      </ColumnLayout>
      {byReason(unknown, whyUnknown).map(([why, names]) => (
        <Box key={why} color="text-body-secondary" margin={{ top: 'xs' }}>
          <b>{names.map((name) => text.history.figures[name]).join(text.common.comma)}</b>
          {text.common.colon}
          {why}
        </Box>
      ))}
    </section>
  );
}

interface FigureCardProps {
  of: Card;
  /** `undefined`: of a figure of the site. */
  report: SourceReport | undefined;
}

function FigureCard({ of: { name, value, time, source, before, points }, report }: FigureCardProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const label = text.history.figures[name];
  const scale = scaleOf(name);
  const line = [...points.filter((point) => point.time < time), { time, y: value }];
  const told = source === SITE_CRAWL ? t('domain.figures.crawl') : sourceName(source, text);
  return (
    <div data-figure={name}>
      <Box variant="awsui-key-label">{label}</Box>
      <div>
        <Box fontSize="heading-l" fontWeight="bold" display="inline">
          {format.number(value)}
        </Box>
        <Change name={name} value={value} before={before} />
      </div>
      <Sparkline
        points={line.map((point) => ({ at: Date.parse(point.time), value: scale.onAxis(point.y) }))}
        range={scale.domain(line.map(({ y }) => y))}
        label={t('domain.figures.line', {
          name: label,
          first: format.number(line[0]!.y),
          date: format.date(line[0]!.time),
          last: format.number(value),
        })}
      />
      <Box fontSize="body-s" color="text-body-secondary">
        {t('domain.figures.as_of', { source: told, date: format.date(time) })}
      </Box>
      <OldMark of={report} />
    </div>
  );
}

const sourceOfCard = ({ source }: Card, { sources }: DomainAnswer) => sources.find(({ id }) => id === source);

/** Names with the same reason together. */
function byReason(names: FigureName[], why: (name: FigureName) => string): [why: string, names: FigureName[]][] {
  const found = new Map<string, FigureName[]>();
  for (const name of names) found.set(why(name), [...(found.get(why(name)) ?? []), name]);
  return [...found];
}

/** Of a figure of which neither more nor less is better, the change alone. */
function Change({ name, value, before }: Pick<Card, 'name' | 'value' | 'before'>) {
  const format = useFormat();
  const better = betterOf(name);
  if (better) return <FigureChange now={value} before={before} isLessBetter={better === 'less'} />;
  if (before === null || before.value === value) return null;
  const change = value - before.value;
  return (
    <small>
      {' '}
      {change > 0 ? '+' : '−'}
      {format.number(Math.abs(change))}
    </small>
  );
}
