import type { TopIssues } from '../../../contract.ts';
import { useIssueTexts } from '../language/issue-texts.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import type { Loaded } from '../loading/use-load.ts';
import { hrefWith } from '../routing/use-route.ts';
import { Badge, type Tone } from '../ui/values.tsx';
import { Card } from '../ui/layout.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Link } from '../ui/link.tsx';

const MAX_SHOWN = 8;
const MAX_SITES = 2;
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
    >
      <ShowLoaded of={of}>{(data) => <Issues of={data} />}</ShowLoaded>
    </Card>
  );
}

function Issues({ of: { sites, issues } }: { of: TopIssues }) {
  const t = useTranslate();
  if (issues.length === 0) {
    const key = sites === 0 ? 'overview.none_crawled' : 'overview.no_issues';
    return (
      <EmptyState icon={sites === 0 ? 'search' : 'success'} title={t(key)}>
        {sites === 0 && t('overview.none_crawled_hint')}
      </EmptyState>
    );
  }
  return (
    <ul className="overview-issues" aria-label={t('overview.top_issues')}>
      {issues.slice(0, MAX_SHOWN).map((issue) => (
        <IssueItem key={issue.id} of={issue} />
      ))}
    </ul>
  );
}

/** An issue as a link to the site with the most affected pages, and the first sites. */
function IssueItem({ of: { id, severity, title, pages, domains, examples } }: { of: TopIssue }) {
  const t = useTranslate();
  const texts = useIssueTexts();
  const hrefOfSite = (domain: string) => hrefWith({ view: 'domain', domain, tab: 'site.issues' }, { issue: id });
  const shown = examples.slice(0, MAX_SITES);
  return (
    <li>
      <div className="overview-issue">
        <span className="overview-issue__name">
          <Badge tone={TONES[severity] ?? 'neutral'}>{t(`overview.severity.${severity}`)}</Badge>{' '}
          <Link href={hrefOfSite(examples[0]!.domain)}>{texts[id]?.title ?? title}</Link>
        </span>
        <span className="overview-issue__extent">{t('overview.issue_extent', { pages, sites: domains })}</span>
      </div>
      <ul className="overview-sites">
        {shown.map(({ domain }) => (
          <li key={domain}>
            <Link href={hrefOfSite(domain)}>{domain}</Link>
          </li>
        ))}
        {domains > shown.length && (
          <li className="overview-quiet">{t('overview.more', { count: domains - shown.length })}</li>
        )}
      </ul>
    </li>
  );
}
