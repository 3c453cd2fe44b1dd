import type { SiteLinks } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useList } from '../../loading/use-load.ts';
import { hrefWith, useQuery } from '../../routing/use-route.ts';
import { LoadedTable } from '../../shared/loaded-table.tsx';
import { NOTHING } from '../../shared/nothing.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Badge } from '../../ui/values.tsx';
import { Card } from '../../ui/layout.tsx';
import { ExternalLink } from '../../ui/link.tsx';
import type { Column } from '../../ui/table.tsx';
import { PageLink, SaveCsv } from '../site/site-parts.tsx';
import '../site/site.css';

const PAGE_SIZE = '100';
const DIRECTIONS = ['in', 'out'] as const;

type FoundLink = SiteLinks['items'][number];

/** The links to a page, or those on it, in the last crawl of its site. */
export function PageLinks({ domain, url }: { domain: string; url: string }) {
  const api = useApi();
  const t = useTranslate();
  const { params } = useQuery();
  const direction = DIRECTIONS.find((each) => each === params.get('direction')) ?? 'in';
  const ends = direction === 'in' ? { to: url } : { from: url };
  const links = useList(
    async (cursor, signal) => {
      const query = { ...ends, limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const { items, next_cursor: next } = await api.siteLinks(domain, query, signal);
      return { items, next };
    },
    [api, domain, url, direction],
  );
  const addressOf = ({ from, to, internal }: FoundLink) => {
    if (direction === 'in') return <PageLink domain={domain} url={from} />;
    return internal ? (
      <PageLink domain={domain} url={to} />
    ) : (
      <ExternalLink href={to}>
        <SiteText>{to}</SiteText>
      </ExternalLink>
    );
  };
  const columns: Column<FoundLink>[] = [
    { id: 'address', header: t(direction === 'in' ? 'page.from' : 'page.to'), cell: addressOf },
    {
      id: 'anchor',
      header: t('page.anchor'),
      cell: ({ anchor }) => (anchor ? <SiteText>{anchor}</SiteText> : NOTHING),
    },
    { id: 'kind', header: t('page.kind'), cell: ({ kind }) => t(`page.kinds.${kind}`) },
    { id: 'rel', header: t('page.rel'), cell: ({ rel }) => rel.join(' ') || NOTHING },
    {
      id: 'status',
      header: t('site.list.status'),
      align: 'end',
      cell: ({ status }) =>
        status === null ? (
          NOTHING
        ) : (
          <Badge tone={status >= 400 ? 'bad' : status >= 300 ? 'warn' : 'good'}>{status}</Badge>
        ),
    },
  ];
  return (
    <Card
      title={t('page.tabs.links')}
      isFlush
      actions={<SaveCsv name={`links-${domain}`} load={(part) => api.siteLinksAsCsv(domain, { ...ends, ...part })} />}
    >
      <div className="site-filter">
        <nav className="site-choices" aria-label={t('page.tabs.links')}>
          {DIRECTIONS.map((each) => (
            <a
              key={each}
              href={hrefWith({ view: 'page', domain, url, tab: 'links' }, { direction: each })}
              {...(each === direction && { 'aria-current': 'true' })}
            >
              {t(`page.links.${each}`)}
            </a>
          ))}
        </nav>
      </div>
      <LoadedTable
        key={direction}
        of={links}
        label={t(`page.links.${direction}`)}
        columns={columns}
        keyOf={(link) => JSON.stringify(link)}
        empty={t('page.links.none')}
      />
    </Card>
  );
}
