import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { IssueResult } from './issue-result.tsx';

const SEVERITIES = ['error', 'warning', 'notice'] as const;

interface SiteIssuesProps {
  domain: string;
  of: SiteAnswer;
  /** Called to list the pages that show an issue. */
  onShowPages: (issue: string) => void;
}

/** The issues of a site by severity. */
export function SiteIssues({ domain, of: { issues, pages }, onShowPages }: SiteIssuesProps) {
  const site = useSiteText();
  const format = useFormat();
  if (issues === null || pages === null) return null;
  if (issues.length === 0) {
    if (pages.total === 0) return <Box>{site.nothing_read}</Box>;
    return <StatusIndicator type="success">{site.no_issues}</StatusIndicator>;
  }
  return (
    <SpaceBetween size="l">
      {SEVERITIES.map((severity) => ({ severity, shown: issues.filter((issue) => issue.severity === severity) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ severity, shown }) => (
          <section key={severity}>
            <Header
              variant="h2"
              counter={`(${format.number(shown.length)})`}
              description={site.severity_hints[severity]}
            >
              {site.severities[severity]}
            </Header>
            {shown.map((issue) => (
              <IssueResult key={issue.id} domain={domain} of={issue} onShowPages={() => onShowPages(issue.id)} />
            ))}
          </section>
        ))}
    </SpaceBetween>
  );
}
