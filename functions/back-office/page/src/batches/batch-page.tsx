import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useMemo } from 'react';
import { useText } from '../language/use-language.ts';
import { Trouble } from '../loading/trouble.tsx';
import { BatchHead } from './batch-head.tsx';
import { useBatch } from './follow/use-batch.ts';
import { PartErrors } from './part-errors.tsx';
import { LinesTable } from './table/lines-table.tsx';

/** One list of domains, in as many batches as it takes. */
export function BatchPage({ ids }: { ids: string[] }) {
  const text = useText();
  const { following, look, cancel } = useBatch(ids);
  const { parts, trouble, waitSeconds } = following;
  const lines = useMemo(() => parts.flatMap(({ batch }) => batch?.items ?? []), [parts]);
  const isLoading = parts.every(({ batch, error }) => batch === null && error === null);
  return (
    <SpaceBetween size="l">
      <BatchHead following={following} onLook={look} onCancel={cancel} />
      {trouble !== null && <Trouble error={trouble} waitSeconds={waitSeconds} onRetry={look} />}
      <PartErrors parts={parts} />
      {isLoading && trouble === null ? (
        <div role="status" aria-label={text.common.loading}>
          <Spinner size="large" />
        </div>
      ) : (
        <LinesTable items={lines} />
      )}
    </SpaceBetween>
  );
}
