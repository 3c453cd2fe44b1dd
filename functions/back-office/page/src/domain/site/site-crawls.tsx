import { useState } from 'react';
import type { SiteCrawlList } from '../../../../contract.ts';
import type { SiteCrawl } from '../../../../../core/record/site-schema.ts';
import { ApiError } from '../../api/client.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { Gauge } from '../../ui/charts/gauge.tsx';
import { Link } from '../../ui/link.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Badge } from '../../ui/values.tsx';
import { hasCredentials } from '../../shared/has-credentials.ts';
import { PrivateBadge } from '../../shared/private-crawl.tsx';
import { endOf, scopeText } from './crawl-words.ts';
import { SEVERITIES } from '../../language/issue-texts.ts';
import { siteHref } from './site-parts.tsx';

/**
 * The stored crawls of a site, of which two can be compared; nothing if it was never crawled.
 *
 * @param endedAt end of the last crawl; the list is loaded again after another one
 */
export function SiteCrawls({ domain, endedAt = null }: { domain: string; endedAt?: string | null }) {
  const found = useLoad(['siteCrawls', domain], { version: endedAt });
  if (found.error instanceof ApiError && found.error.code === 'not_crawled') return null;
  return <ShowLoaded of={found}>{(list) => <CrawlTable of={list} />}</ShowLoaded>;
}

function CrawlTable({ of: { domain, audit_crawl_id, items } }: { of: SiteCrawlList }) {
  const t = useTranslate();
  const format = useFormat();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ended = items.flatMap((crawl) => (crawl.finished_at === null ? [] : [{ ...crawl, domain }]));
  // Ids sort by time.
  const [base = '', crawl = ''] = [...selected].toSorted();
  const running = items.find(({ finished_at, options }) => finished_at === null && hasCredentials(options));
  return (
    <>
      {running && (
        <Banner
          tone="info"
          action={<Link href={siteHref(domain, 'overview', { crawl: running.crawl_id })}>{t('site.show_crawl')}</Link>}
        >
          {t('site.private_in_progress')}
        </Banner>
      )}
      <Card
        title={t('site.crawls')}
        counter={format.number(ended.length)}
        description={t('site.crawls.hint')}
        actions={
          selected.size === 2 && (
            <ButtonLink href={siteHref(domain, 'compare', { crawl, base })}>{t('site.crawls.compare')}</ButtonLink>
          )
        }
        isFlush
      >
        <Table
          label={t('site.crawls')}
          columns={useCrawlColumns(audit_crawl_id)}
          rows={ended}
          keyOf={({ crawl_id }) => crawl_id}
          selection={{ selected, onChange: setSelected, labelOf: ({ finished_at }) => format.time(finished_at!) }}
        />
      </Card>
    </>
  );
}

/** The columns of crawls. @param audit id of the crawl that is shown without another choice */
export function useCrawlColumns(audit: string | null): Column<SiteCrawl & { domain: string }>[] {
  const t = useTranslate();
  const format = useFormat();
  // A crawl without health has read no page, so that it shows nothing of other issues.
  const shown = (value: number | undefined, health: number | null) =>
    value === undefined || (value === 0 && health === null) ? <Missing /> : format.number(value);
  return [
    {
      id: 'time',
      header: t('site.crawls.time'),
      cell: ({ domain, crawl_id, finished_at, options }) => (
        <>
          <Link href={siteHref(domain, 'overview', crawl_id === audit ? {} : { crawl: crawl_id })}>
            {format.time(finished_at!)}
          </Link>{' '}
          {crawl_id === audit && <Badge tone="accent">{t('site.crawls.audit')}</Badge>}
          <PrivateBadge of={{ options }} />
        </>
      ),
    },
    {
      id: 'started_by',
      header: t('site.crawls.started_by'),
      cell: (crawl) => t(`site.crawls.started_by.${crawl.started_by}`),
    },
    { id: 'scope', header: t('site.crawls.scope'), cell: ({ scope }) => scopeText(scope, t) },
    {
      id: 'pages',
      header: t('site.list'),
      align: 'end',
      cell: ({ pages, limit }) => (pages === null ? <Missing /> : t('site.crawls.pages', { pages, limit })),
    },
    {
      id: 'health',
      header: t('site.health'),
      align: 'end',
      cell: ({ health }) => <Gauge size="small" label={t('site.health')} value={health} unit="percent" />,
    },
    ...SEVERITIES.map((severity) => ({
      id: severity,
      header: t(`site.severities.${severity}`),
      align: 'end' as const,
      cell: ({ issues, health }: SiteCrawl) => shown(issues?.[severity], health),
    })),
    { id: 'end', header: t('site.crawls.end'), cell: (crawl) => <EndBadge of={crawl} /> },
  ];
}

/** Whether a crawl is complete, and why not. */
export function EndBadge({ of }: { of: Parameters<typeof endOf>[0] }) {
  const t = useTranslate();
  return <Badge tone={of.complete ? 'good' : 'warn'}>{t(`site.ends.${endOf(of)}`)}</Badge>;
}
