import type { SiteRow } from '../../../../../core/record/site-schema.ts';
import type { Page } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { Part } from '../../loading/part.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { NOTHING } from '../../shared/nothing.ts';
import { describeAbsence, isNone } from '../../sources/source-words.ts';
import { Card, Stack } from '../../ui/layout.tsx';
import { Facts } from '../../ui/values.tsx';
import { describeValue } from '../record/describe-value.ts';
import { DescribedValue } from '../record/described-value.tsx';
import { SecurityHeaders } from '../record/section-tables.tsx';
import { useWriting } from '../record/use-writing.ts';

/** The values of a page: those of the last crawl, its topics, its content and its security headers. */
export function PageData({ domain, of: { url, page, keywords, security_headers, sources } }: PageDataProps) {
  const api = useApi();
  const t = useTranslate();
  const writing = useWriting((path) => isNone(path, { sources, robots_txt: null, sitemap: null }));
  const crawled = useLoad((signal) => api.sitePages(domain, { url, limit: '1' }, signal), [api, domain, url]);
  const topics = keywords?.map(({ keyword }) => keyword).join(' · ');
  return (
    <Stack>
      <Card title={t('page.crawl')}>
        <ShowLoaded of={crawled}>{({ items }) => <CrawledPage of={items[0]} />}</ShowLoaded>
      </Card>
      <Card title={t('page.keywords')}>{topics === undefined ? t('site.unknown') : topics || t('site.none')}</Card>
      <Card title={t('page.as_served')}>
        {page === null ? (
          describeAbsence('page', sources, t)
        ) : (
          <DescribedValue value={describeValue('page', page, writing)} />
        )}
      </Card>
      <Card title={t('page.security')}>
        {security_headers === null ? (
          describeAbsence('security_headers', sources, t)
        ) : (
          <Part of="security">
            <SecurityHeaders of={security_headers} />
          </Part>
        )}
      </Card>
    </Stack>
  );
}

interface PageDataProps {
  domain: string;
  of: Page;
}

/** How the last crawl of the site found a page. */
function CrawledPage({ of }: { of: SiteRow | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  if (!of) return <p className="pages-quiet">{t('page.not_in_crawl')}</p>;
  const number = (value: number | null) => (value === null ? NOTHING : format.number(value));
  const { reason, html_bytes, ttfb_ms } = of;
  return (
    <Facts
      of={[
        {
          label: t('site.state'),
          value: reason === null ? t('page.yes') : t('site.no', { why: t(`site.states.${reason}`) }),
        },
        { label: t('page.clicks'), value: number(of.depth) },
        { label: t('page.inlinks'), value: number(of.inlinks) },
        { label: t('page.outlinks'), value: number(of.outlinks) },
        { label: t('site.rank'), value: number(of.internal_rank) },
        { label: t('page.words'), value: number(of.word_count) },
        {
          label: t('page.html_size'),
          value: html_bytes === null ? NOTHING : t('page.kilobytes', { value: Math.round(html_bytes / 102.4) / 10 }),
        },
        {
          label: t('page.response_time'),
          value: ttfb_ms === null ? NOTHING : t('page.milliseconds', { value: ttfb_ms }),
        },
      ]}
    />
  );
}
