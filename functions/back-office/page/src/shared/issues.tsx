import type { ReactNode } from 'react';
import { type Issue, type issueWords, SEVERITIES, type Severity, useIssueTexts } from '../language/issue-texts.ts';
import { useTranslate } from '../language/use-language.ts';
import { Link } from '../ui/link.tsx';
import type { Column } from '../ui/table.tsx';
import { Badge, type Tone } from '../ui/values.tsx';

const TONES: Record<Severity, Tone> = { error: 'bad', warning: 'warn', notice: 'neutral' };

export function SeverityBadge({ of }: { of: Severity }) {
  const t = useTranslate();
  return <Badge tone={TONES[of]}>{t(`site.severity.${of}`)}</Badge>;
}

/** What an issue costs, and how to fix it. */
export function IssueAdvice({ of }: { of: ReturnType<typeof issueWords> }) {
  const t = useTranslate();
  return (
    <dl className="ui-column ui-gap-2 ui-bare ui-terms">
      {of.impact !== null && (
        <div>
          <dt>{t('site.impact')}</dt>
          <dd>{of.impact}</dd>
        </div>
      )}
      <div>
        <dt>{t('site.how_to_fix')}</dt>
        <dd>{of.how_to_fix}</dd>
      </div>
    </dl>
  );
}

type Named = Pick<Issue, 'id' | 'title'>;

/** Returns the function that gives the title of an issue in the page's language. */
export function useIssueTitle(): (issue: Named) => string {
  const texts = useIssueTexts();
  return ({ id, title }) => texts[id]?.title ?? title;
}

interface IssueListProps<Listed> {
  /** Its name, for assistive technology. */
  label?: string;
  issues: readonly Listed[];
  /** Where the title of an issue leads; `null`: nowhere. */
  hrefOf: (issue: Listed) => string | null;
  /** After the title, such as the number of pages. */
  note: (issue: Listed) => ReactNode;
  /** Below the title; with it, the note is at the end of the line. */
  details?: (issue: Listed) => ReactNode;
}

/** Issues as a list, each with its severity and its title. In tables, {@link useIssueColumns} are their columns. */
export function IssueList<Listed extends Named & { severity: Severity }>(props: IssueListProps<Listed>) {
  const { label, issues, hrefOf, note, details } = props;
  const titleOf = useIssueTitle();
  const linked = (issue: Listed) => {
    const href = hrefOf(issue);
    return href === null ? titleOf(issue) : <Link href={href}>{titleOf(issue)}</Link>;
  };
  return (
    <ul className={`ui-list ui-column ${details ? 'ui-gap-3' : 'ui-gap-2'}`} aria-label={label}>
      {issues.map((issue) =>
        details ? (
          <li key={issue.id} className="ui-column ui-gap-half">
            <div className="ui-row ui-baseline ui-between ui-gap-tight">
              <span className="ui-strong">
                <SeverityBadge of={issue.severity} /> {linked(issue)}
              </span>
              <span className="ui-digits">{note(issue)}</span>
            </div>
            {details(issue)}
          </li>
        ) : (
          <li key={issue.id} className="ui-line ui-baseline ui-gap-2">
            <SeverityBadge of={issue.severity} />
            <span>
              {linked(issue)} {note(issue)}
            </span>
          </li>
        ),
      )}
    </ul>
  );
}

/**
 * The columns of a table of issues: what they are and their severities.
 *
 * @param sortBy the text by which issues are sorted; without it, they are not
 */
export function useIssueColumns<Row extends { severity: Severity }>(
  cell: (row: Row) => ReactNode,
  sortBy?: (row: Row) => string,
): Column<Row>[] {
  const t = useTranslate();
  return [
    { id: 'issue', header: t('site.issue'), cell, ...(sortBy && { sortBy }) },
    {
      id: 'severity',
      header: t('site.severity'),
      cell: ({ severity }) => <SeverityBadge of={severity} />,
      ...(sortBy && { sortBy: ({ severity }: Row) => SEVERITIES.indexOf(severity) }),
    },
  ];
}
