import Box from '@cloudscape-design/components/box';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Comparison } from '../../../contract.ts';
import { type HistoryRange, historyRanges } from '../domain/history/ranges.ts';
import { scaleOf } from '../domain/history/scale.ts';
import { type FigureName, figureNames, seriesOf } from '../domain/history/series.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { LineChart } from '../shared/charts.ts';
import { WhenSeen } from '../shared/when-seen.tsx';
import type { ComparedView } from './compare-address.ts';

const HEIGHT = 320;

interface ComparedLinesProps {
  of: Comparison;
  figure: FigureName;
  range: HistoryRange;
  onChange: (next: Partial<ComparedView>) => void;
}

/** One figure of some domains over time, in one chart. A rank is drawn upside down: above is better. */
export function ComparedLines({ of: { domains, from, to }, figure, range, onChange }: ComparedLinesProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const scale = scaleOf(figure);
  const known = (name: FigureName) => domains.some(({ snapshots }) => snapshots.some((one) => one[name] !== null));
  const option = (name: FigureName) => ({ value: name, label: text.history.figures[name] });
  const lines = domains.map(({ domain_unicode, snapshots }) => ({
    title: domain_unicode,
    points: seriesOf(snapshots, figure).lines.flat(),
  }));
  const values = lines.flatMap((line) => line.points.map(({ y }) => y));
  return (
    <SpaceBetween size="m">
      <SpaceBetween direction="horizontal" size="m">
        <Select
          inlineLabelText={t('compare.figure')}
          selectedOption={option(figure)}
          options={figureNames.map((name) => ({ ...option(name), disabled: !known(name) }))}
          onChange={({ detail }) => onChange({ figure: detail.selectedOption.value as FigureName })}
        />
        <SegmentedControl
          selectedId={range}
          label={t('compare.range')}
          options={historyRanges.map((one) => ({ id: one, text: text.history.ranges[one] }))}
          onChange={({ detail }) => onChange({ range: detail.selectedId as HistoryRange })}
        />
      </SpaceBetween>
      {values.length === 0 ? (
        <Box>{t('compare.no_lines')}</Box>
      ) : (
        <WhenSeen height={HEIGHT}>
          <LineChart
            ariaLabel={text.history.figures[figure]}
            height={HEIGHT}
            hideFilter
            xScaleType="time"
            xDomain={[format.onAxis(from), format.onAxis(to)]}
            yDomain={scale.domain(values)}
            i18nStrings={{
              xTickFormatter: range === '10y' ? format.chartMonth : format.chartDay,
              yTickFormatter: (value) => format.number(scale.value(value)),
              detailPopoverDismissAriaLabel: text.common.close,
            }}
            series={lines.map((line) => ({
              type: 'line' as const,
              title: line.title,
              data: line.points.map(({ time, y }) => ({ x: format.onAxis(time), y: scale.onAxis(y) })),
              valueFormatter: (value: number) => format.number(scale.value(value)),
            }))}
          />
        </WhenSeen>
      )}
    </SpaceBetween>
  );
}
