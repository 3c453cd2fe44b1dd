import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat } from '../../language/use-format.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useText } from '../../language/use-language.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { When } from '../../shared/when.tsx';
import { Acting } from '../../api/role.ts';

interface CrawlProgressProps {
  of: SiteAnswer;
  /** Seconds to the next look; `null`: one is under way. */
  waitSeconds: number | null;
  onStop: () => Promise<void>;
}

/** How far a crawl is, and a button that stops it. */
export function CrawlProgress({ of, waitSeconds, onStop }: CrawlProgressProps) {
  const { status, stop_reason, started_at, updated_at, progress } = of;
  const text = useText();
  const site = useSiteText();
  const format = useFormat();
  const { succeeded } = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const expected = Math.min(progress.found, progress.limit);
  const isStopping = stop_reason !== null;

  async function stop() {
    await onStop();
    succeeded(site.stopping);
  }
  return (
    <SpaceBetween size="m">
      <ProgressBar
        label={site.progress}
        value={expected === 0 ? 0 : Math.floor((100 * progress.fetched) / expected)}
        additionalInfo={site.progress_of(format.number(progress.fetched), format.number(expected))}
        description={isStopping ? site.stopping : site.statuses[status]}
      />
      <KeyValuePairs
        columns={4}
        items={[
          { label: site.found, value: format.number(progress.found) },
          { label: site.limit, value: format.number(progress.limit) },
          { label: site.started, value: <When time={started_at} /> },
          { label: site.updated, value: <When time={updated_at} /> },
        ]}
      />
      <Box color="text-body-secondary">
        {waitSeconds === null ? text.common.loading : site.looks_again(format.number(waitSeconds))}
      </Box>
      <Acting>
        <Button disabled={isStopping} onClick={() => setConfirming(true)}>
          {site.stop}
        </Button>
      </Acting>
      {isConfirming && (
        <ConfirmDialog
          title={site.stop_title}
          warning={site.stop_warning}
          submit={site.stop}
          onConfirm={() => stop().then(() => setConfirming(false))}
          onClose={() => setConfirming(false)}
        />
      )}
    </SpaceBetween>
  );
}
