import type { TopIssues } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useIssueTexts } from '../language/issue-texts.ts';
import { useTranslate } from '../language/use-translate.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import type { Loaded } from '../loading/use-load.ts';
import { hrefWith } from '../routing/use-query.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { type Column, Table } from '../ui/table.tsx';

const MAX_SHOWN = 8;
const TONES: Record<string, Tone> = { error: 'bad', warning: 'warn', notice: 'neutral' };

type TopIssue = TopIssues['issues'][number];

/** The issues of all crawled sites, with the numbers of their pages. */
export function TopIssuesCard({ of }: { of: Loaded<TopIssues> }) {
  const t = useTranslate();
  const sites = of.data?.sites ?? 0;
  return (
    <Card
      title={t('overview.top_issues')}
      {...(sites > 0 && { description: t('overview.top_issues_hint', { count: sites }) })}
      isFlush={sites > 0}
    >
      <ShowLoaded of={of}>{(data) => <Issues of={data} />}</ShowLoaded>
    </Card>
  );
}

function Issues({ of: { sites, issues } }: { of: TopIssues }) {
  const t = useTranslate();
  const format = useFormat();
  const texts = useIssueTexts();
  const columns: Column<TopIssue>[] = [
    {
      id: 'issue',
      header: t('overview.issue'),
      cell: ({ id, title, severity }) => (
        <span className="overview-issue">
          <Badge tone={TONES[severity] ?? 'neutral'}>{t(`overview.severity.${severity}`)}</Badge>
          {texts[id]?.title ?? title}
        </span>
      ),
    },
    { id: 'pages', header: t('overview.pages'), align: 'end', cell: ({ pages }) => format.number(pages) },
    {
      id: 'sites',
      header: t('overview.sites'),
      cell: ({ id, domains, examples: [first] }) => (
        <>
          <Link href={hrefWith({ view: 'domain', domain: first!.domain, tab: 'site.issues' }, { issue: id })}>
            {first!.domain}
          </Link>
          {domains > 1 && <span className="overview-quiet"> {t('overview.more', { count: domains - 1 })}</span>}
        </>
      ),
    },
  ];
  if (issues.length === 0) {
    const key = sites === 0 ? 'overview.none_crawled' : 'overview.no_issues';
    return (
      <EmptyState icon={sites === 0 ? 'search' : 'success'} title={t(key)}>
        {sites === 0 && t('overview.none_crawled_hint')}
      </EmptyState>
    );
  }
  return (
    <Table
      label={t('overview.top_issues')}
      columns={columns}
      rows={issues.slice(0, MAX_SHOWN)}
      keyOf={({ id }) => id}
    />
  );
}
