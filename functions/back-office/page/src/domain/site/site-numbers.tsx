import type { ReactNode } from 'react';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Card, leastWidth } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Link } from '../../ui/link.tsx';
import { Table } from '../../ui/table.tsx';
import { PageLink, siteHref, useShownCrawl } from './site-parts.tsx';

/** From this count of a reason on there may be more addresses: the schema states it. */
const MOST_COUNTED = 5_000;

/** Issues whose pages a number counts. */
const ISSUES: Readonly<Record<string, string>> = {
  broken_internal: 'broken-link',
  titles: 'title-duplicate',
  descriptions: 'description-duplicate',
  contents: 'content-duplicate',
};

/** The other numbers of a crawl: links, sitemaps, duplicates, and what was not requested. */
export function SiteNumbers({ domain, of }: { domain: string; of: SiteAnswer }) {
  const { links, external, resources, sitemap, duplicates, issues } = of;
  const t = useTranslate();
  const format = useFormat();
  const crawl = useShownCrawl();
  const found = new Set(issues?.map(({ id }) => id));
  const rowOf = (label: string, name: string, count: number | null): [string, ReactNode] => {
    if (count === null) return [label, t('report.unknown')];
    const issue = ISSUES[name];
    const value = format.number(count);
    return [
      label,
      issue && found.has(issue) ? <Link href={siteHref(domain, 'issues', { ...crawl, issue })}>{value}</Link> : value,
    ];
  };
  const targets = (counts: SiteAnswer['external']) =>
    counts &&
    (['total', 'broken', 'unchecked'] as const).map((name) => rowOf(t(`site.targets.${name}`), name, counts[name]));
  return (
    <>
      <div className="ui-grid ui-gap-4" style={leastWidth(165)}>
        <NumbersCard
          title={t('site.links')}
          rows={
            links &&
            (['internal', 'external', 'broken_internal'] as const).map((name) =>
              rowOf(t(`site.links.${name}`), name, links[name]),
            )
          }
        />
        <NumbersCard
          title={t('site.sitemap')}
          empty={t('site.sitemap.none')}
          rows={
            sitemap &&
            (['listed', 'crawled', 'not_linked', 'not_indexable'] as const).map((name) =>
              rowOf(t(`site.sitemap.${name}`), name, sitemap[name]),
            )
          }
        />
        <NumbersCard
          title={t('site.duplicates')}
          rows={
            duplicates && [
              ...(['titles', 'descriptions', 'contents'] as const).map((name) =>
                rowOf(t(`site.duplicates.${name}`), name, duplicates[name]),
              ),
              ...(duplicates.similar_texts_sampled
                ? [[t('site.duplicates.similar'), t('site.duplicates.sampled')] as const]
                : []),
            ]
          }
        />
        <NumbersCard title={t('site.external')} empty={t('site.not_requested')} rows={targets(external)} />
        <NumbersCard title={t('site.resources')} empty={t('site.not_requested')} rows={targets(resources)} />
      </div>
      <Skipped of={of} />
    </>
  );
}

interface NumbersCardProps {
  title: string;
  rows: readonly (readonly [string, ReactNode])[] | null;
  empty?: string;
}

function NumbersCard({ title, rows, empty = '' }: NumbersCardProps) {
  return (
    <Card title={title}>
      {rows === null ? (
        <p className="ui-bare ui-quiet ui-small ui-regular">{empty}</p>
      ) : (
        <dl className="ui-column ui-gap-1 ui-bare">
          {rows.map(([label, value]) => (
            <div key={label} className="ui-line ui-baseline ui-between ui-gap-2">
              <dt className="ui-quiet">{label}</dt>
              <dd className="ui-strong ui-digits">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** Number of pages that are listed as the most linked. */
const MOST_LINKED = '10';

/**
 * The pages that most other pages link to.
 *
 * @param crawlId of the shown crawl; they are loaded again after another one
 */
export function MostLinked({ domain, crawlId }: { domain: string; crawlId: string }) {
  const t = useTranslate();
  const format = useFormat();
  const crawl = useShownCrawl();
  const pages = useLoad(['sitePages', domain, { ...crawl, sort: 'inlinks', limit: MOST_LINKED }], { version: crawlId });
  return (
    <Card title={t('site.most_linked')} isFlush>
      <ShowLoaded of={pages}>
        {({ items }) => (
          <Table
            label={t('site.most_linked')}
            rows={items}
            keyOf={({ url }) => url}
            empty={<EmptyState title={t('site.none')} />}
            columns={[
              { id: 'url', header: t('site.page'), cell: ({ url }) => <PageLink domain={domain} url={url} /> },
              {
                id: 'status',
                header: t('site.list.status'),
                cell: ({ http_status }) => http_status ?? t('site.answers.none'),
              },
              {
                id: 'inlinks',
                header: t('site.inlinks'),
                align: 'end',
                cell: ({ inlinks }) => format.number(inlinks),
              },
            ]}
          />
        )}
      </ShowLoaded>
    </Card>
  );
}

/** Addresses that were found and not requested, by reason, and which others the crawl does not contain. */
function Skipped({ of: { skipped, complete, sitemap } }: { of: SiteAnswer }) {
  const t = useTranslate();
  const format = useFormat();
  const reasonOf = (reason: string) => {
    const key = `site.skip_reasons.${reason}`;
    return t.has(key) ? t(key) : reason;
  };
  const { listed = 0, crawled = 0 } = sitemap ?? {};
  const missing = [
    ...(complete ? [] : [t('site.not_all_requested')]),
    ...(crawled < listed ? [t('site.not_all_listed', { listed, crawled })] : []),
  ].join(' ');
  return (
    <Card title={t('site.skipped')} description={missing} isFlush>
      <Table
        label={t('site.skipped')}
        rows={skipped ?? []}
        keyOf={({ reason }) => reason}
        empty={missing === '' && <EmptyState icon="success" title={t('site.none_skipped')} />}
        columns={[
          {
            id: 'reason',
            header: t('site.reason'),
            cell: ({ reason, examples }) => (
              <>
                {reasonOf(reason)}
                <ul className="ui-list ui-quiet ui-small ui-regular" aria-label={t('site.examples')}>
                  {examples.map((url) => (
                    <li key={url}>
                      <SiteText>{url}</SiteText>
                    </li>
                  ))}
                </ul>
              </>
            ),
          },
          {
            id: 'count',
            header: t('site.count'),
            align: 'end',
            cell: ({ count }) => (count < MOST_COUNTED ? format.number(count) : t('site.at_least', { count })),
          },
        ]}
      />
    </Card>
  );
}
