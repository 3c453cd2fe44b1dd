import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useQuery } from '../../routing/use-route.ts';
import { Badge, type Tone } from '../../ui/values.tsx';
import { Card } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { LoadMore, Table } from '../../ui/table.tsx';
import { useShownRows } from '../../ui/shown-rows.ts';
import { PageLink, siteHref } from './site-parts.tsx';

const PAGE_SIZE = 25;

type Changes = NonNullable<SiteAnswer['changes']>;

const KINDS = ['added', 'removed', 'changed'] as const;
const TONES: Record<(typeof KINDS)[number], Tone> = { added: 'good', removed: 'bad', changed: 'neutral' };

/** The pages that differ from the crawl before. */
export function SiteChanges({ domain, of }: { domain: string; of: Changes | null }) {
  const t = useTranslate();
  if (of !== null) return <KnownChanges domain={domain} of={of} />;
  return (
    <Card>
      <EmptyState icon="compare" title={t('site.no_earlier')} />
    </Card>
  );
}

function KnownChanges({ domain, of }: { domain: string; of: Changes }) {
  const { since, examples } = of;
  const t = useTranslate();
  const format = useFormat();
  const { params } = useQuery();
  const kind = KINDS.find((each) => each === params.get('kind')) ?? null;
  const { limit, showMore } = useShownRows(PAGE_SIZE, kind ?? '');
  const rows = examples.filter(({ change }) => kind === null || change === kind);
  const all = KINDS.reduce((sum, each) => sum + of[each], 0);
  const nameOf = (field: string) => {
    const key = `site.fields.${field}`;
    return t.has(key) ? t(key) : field;
  };
  return (
    <Card title={t('site.compared', { time: format.time(since) })} isFlush>
      <div className="site-filter">
        <nav className="site-choices" aria-label={t('site.change')}>
          {[null, ...KINDS].map((each) => (
            <a
              key={each}
              href={siteHref(domain, 'changes', { kind: each ?? '' })}
              {...(each === kind && { 'aria-current': 'true' })}
            >
              {t(each === null ? 'site.any' : `site.${each}`)}{' '}
              <span>{format.number(each === null ? all : of[each])}</span>
            </a>
          ))}
        </nav>
        {all > examples.length && <p className="site-quiet">{t('site.first_changes', { count: examples.length })}</p>}
      </div>
      <Table
        label={t('site.tabs.changes')}
        rows={rows}
        limit={limit}
        keyOf={({ url }) => url}
        empty={<EmptyState icon="success" title={t('site.no_changes')} />}
        columns={[
          { id: 'url', header: t('site.page'), cell: ({ url }) => <PageLink domain={domain} url={url} /> },
          {
            id: 'change',
            header: t('site.change'),
            cell: ({ change }) => <Badge tone={TONES[change]}>{t(`site.change_kinds.${change}`)}</Badge>,
          },
          {
            id: 'fields',
            header: t('site.what_changed'),
            cell: ({ fields }) => fields.map(nameOf).join(', '),
          },
        ]}
      />
      {rows.length > limit && <LoadMore onPress={showMore} />}
    </Card>
  );
}
