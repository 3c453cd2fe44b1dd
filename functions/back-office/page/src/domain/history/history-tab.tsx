import Box from '@cloudscape-design/components/box';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { Changes } from './changes.tsx';
import { FailedSnapshots } from './failed-snapshots.tsx';
import { FigureCharts } from './figure-charts.tsx';
import { type HistoryRange, historyRanges } from './ranges.ts';
import { SnapshotTable } from './snapshot-table.tsx';

/**
 * A domain's figures over time.
 *
 * @param fetches number of completed fetches; when it changes, the history is loaded again
 */
export function HistoryTab({ domain, fetches }: { domain: string; fetches: number }) {
  const api = useApi();
  const text = useText();
  const format = useFormat();
  const [range, setRange] = useState<HistoryRange>('90d');
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
        {({ snapshots, from, to, truncated }) =>
          snapshots.length === 0 ? (
            <Box>{text.history.empty}</Box>
          ) : (
            <SpaceBetween size="l">
              <Box color="text-body-secondary">
                {text.history.snapshots(format.number(snapshots.length))} {truncated && text.history.truncated}
              </Box>
              <FailedSnapshots snapshots={snapshots} />
              <FigureCharts snapshots={snapshots} from={from} to={to} />
              <SnapshotTable snapshots={snapshots} />
              <Changes snapshots={snapshots} />
            </SpaceBetween>
          )
        }
      </ShowLoaded>
    </SpaceBetween>
  );
}
