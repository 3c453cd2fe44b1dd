import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useRef, useState } from 'react';
import type { History } from '../../api/api.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { Changes } from './changes.tsx';
import { Explore, wholeOf } from './explore.tsx';
import { FailedSnapshots } from './failed-snapshots.tsx';
import { FigureCharts } from './figure-charts.tsx';
import { type HistoryRange, historyRanges } from './ranges.ts';
import { realChanges } from './real-changes.ts';
import { type FigureName, figureNames } from './series.ts';
import { SnapshotTable } from './snapshot-table.tsx';
import { isWhole, type Shown, shownAround } from './zoom.ts';

/** The figures that the chart begins with. */
const FIRST: FigureName[] = ['seo_score', 'tranco_rank'];

/**
 * A domain's figures over time.
 *
 * @param fetches number of completed fetches; when it changes, the history is loaded again
 */
export function HistoryTab({ domain, fetches }: { domain: string; fetches: number }) {
  const api = useApi();
  const text = useText();
  const [range, setRange] = useState<HistoryRange>('90d');
  const [figures, setFigures] = useState(FIRST);
  const history = useLoad((signal) => api.history(domain, range, signal), [api, domain, range, fetches]);
  return (
    <SpaceBetween size="l">
      <SegmentedControl
        selectedId={range}
        label={text.history.range}
        options={historyRanges.map((one) => ({ id: one, text: text.history.ranges[one] }))}
        onChange={({ detail }) => setRange(detail.selectedId as HistoryRange)}
      />
      <ShowLoaded of={history}>
        {(data) =>
          data.snapshots.length === 0 ? (
            <Box>{text.history.empty}</Box>
          ) : (
            <Past key={data.from} of={data} figures={figures} onFigures={setFigures} />
          )
        }
      </ShowLoaded>
    </SpaceBetween>
  );
}

interface PastProps {
  of: History;
  figures: FigureName[];
  onFigures: (figures: FigureName[]) => void;
}

/** A history that has snapshots: a chart to explore, what changed, and each figure by itself. */
function Past({ of, figures, onFigures }: PastProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const { snapshots, from, to, truncated } = of;
  /** `null`: all of the range, to whose end there is more after each fetch. */
  const [part, setPart] = useState<Shown | null>(null);
  const whole = wholeOf(of);
  const show = (shown: Shown) => setPart(isWhole(shown, whole) ? null : shown);
  const chart = useRef<HTMLDivElement>(null);
  const { real, small } = useMemo(() => realChanges(snapshots), [snapshots]);
  return (
    <SpaceBetween size="l">
      <Box color="text-body-secondary">
        {text.history.snapshots(format.number(snapshots.length))} {truncated && text.history.truncated}
      </Box>
      <FailedSnapshots snapshots={snapshots} />
      <div ref={chart} tabIndex={-1}>
        <Explore of={of} changes={real} figures={figures} onFigures={onFigures} shown={part ?? whole} onShown={show} />
      </div>
      <Changes
        real={real}
        small={small}
        onShow={({ captured_at, field }) => {
          show(shownAround(Date.parse(captured_at), whole));
          const name = figureNames.find((one) => one === field);
          if (name) onFigures([name]);
          chart.current?.focus();
        }}
      />
      <ExpandableSection headerText={t('domain.explore.each')} defaultExpanded>
        <FigureCharts snapshots={snapshots} from={from} to={to} />
      </ExpandableSection>
      <SnapshotTable snapshots={snapshots} />
    </SpaceBetween>
  );
}
