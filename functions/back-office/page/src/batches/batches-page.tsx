import { Acting } from '../api/role.ts';
import { useTranslate } from '../language/use-translate.ts';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-title.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { memory } from './batch-memory.ts';
import { BatchPage } from './batch-page.tsx';
import './batches.css';
import { StartForm } from './start-form.tsx';

/**
 * Starts batches and leads to the last ones, or shows those with the given ids. Both are one module: what was started has
 * to be shown without a connection too.
 *
 * @param ids of batches that are shown as one; `null`: none
 */
export default function BatchesPage({ ids }: { ids: string[] | null }) {
  return ids === null ? <Batches /> : <BatchPage ids={ids} />;
}

function Batches() {
  const t = useTranslate();
  useTitle(t('batches.title'));
  return (
    <>
      <PageHeader title={t('batches.title')} description={t('batches.description')} />
      <div className="batches-columns">
        <Acting>
          <StartForm />
        </Acting>
        <RecentBatches />
      </div>
    </>
  );
}

/** The batches that were started last in this browser. */
function RecentBatches() {
  const t = useTranslate();
  const recent = memory.recent();
  return (
    <Card title={t('batches.recent')}>
      {recent.length === 0 ? (
        <EmptyState icon="batches" title={t('batches.no_recent')} />
      ) : (
        <ul className="batches-recent">
          {recent.map(({ ids, lines, started_at }) => (
            <li key={ids.join()}>
              <Link href={hrefOf({ view: 'batch', ids })}>{t('batches.domains', { count: lines })}</Link>
              <span className="batch-quiet">
                <RelativeTime time={started_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
