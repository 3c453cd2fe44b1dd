import { Fragment } from 'react';
import type { ReportedSite } from '../../../contract.ts';
import { type Issue, issueWords, SEVERITIES, type Severity, useIssueTexts } from '../language/issue-texts.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { SiteText } from '../shared/site-text.tsx';
import { Card } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';

/** Pages of an issue that are named. */
const NAMED = 3;

/** All issues of the site with how to fix them and their first pages, a table for each severity. */
export function ReportedIssues({ of: { issues } }: { of: ReportedSite }) {
  const all = issues ?? [];
  const origin = mainOrigin(all);
  return SEVERITIES.map((severity) => (
    <IssuesOf
      key={severity}
      severity={severity}
      issues={all.filter((issue) => issue.severity === severity)}
      origin={origin}
      isFirst={severity === all[0]?.severity}
    />
  ));
}

interface IssuesOfProps {
  severity: Severity;
  issues: readonly Issue[];
  /** Origin of most pages; addresses on it are shown as paths. */
  origin: string | null;
  /** It is the first table, which explains the addresses. */
  isFirst: boolean;
}

function IssuesOf({ severity, issues, origin, isFirst }: IssuesOfProps) {
  const t = useTranslate();
  const format = useFormat();
  const texts = useIssueTexts();
  if (issues.length === 0) return null;
  return (
    <Card
      title={t(`site.severities.${severity}`)}
      counter={format.number(issues.length)}
      description={isFirst && origin !== null && t('report.paths', { origin })}
      isFlush
    >
      <Table
        label={t(`site.severities.${severity}`)}
        rows={issues}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'issue',
            header: t('report.issue'),
            cell: (issue) => {
              const { title, how_to_fix } = issueWords(issue, texts);
              return (
                <>
                  {title}
                  <div className="ui-quiet ui-small ui-regular">{how_to_fix}</div>
                </>
              );
            },
          },
          { id: 'pages', header: t('report.pages'), cell: ({ count }) => format.number(count), align: 'end' },
          { id: 'examples', header: t('report.found_on'), cell: (issue) => <Examples of={issue} origin={origin} /> },
        ]}
      />
    </Card>
  );
}

function Examples({ of: { count, examples }, origin }: { of: Issue; origin: string | null }) {
  const t = useTranslate();
  const named = examples.slice(0, NAMED);
  return (
    <span className="ui-small ui-anywhere">
      {named.map((url, index) => (
        <Fragment key={url}>
          {index > 0 && t('common.comma')}
          <SiteText>{origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url}</SiteText>
        </Fragment>
      ))}
      {count > named.length && (
        <span className="ui-quiet"> {t('report.more_pages', { count: count - named.length })}</span>
      )}
    </span>
  );
}

/** The origin that most of the named pages have; `null`: there are none. */
function mainOrigin(issues: readonly Issue[]): string | null {
  const origins = issues.flatMap(({ examples }) =>
    examples.flatMap((url) => (URL.canParse(url) ? new URL(url).origin : [])),
  );
  const counted = [...Map.groupBy(origins, (origin) => origin)].map(([origin, of]) => ({ origin, count: of.length }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.origin ?? null;
}
