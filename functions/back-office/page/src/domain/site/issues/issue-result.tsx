import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { useFormat } from '../../../language/use-format.ts';
import { useRecordText } from '../../../language/record/use-record-text.ts';
import { useIssueTexts } from '../../../language/site/use-issue-texts.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { useText } from '../../../language/use-language.ts';
import { type Issue, issueWords } from './issue-words.ts';
import { Occurrences } from './occurrences.tsx';

const TYPES: Record<Issue['severity'], StatusIndicatorProps.Type> = {
  error: 'error',
  warning: 'warning',
  notice: 'info',
};

interface IssueResultProps {
  domain: string;
  of: Issue;
  onShowPages: () => void;
}

/** One issue: its title, number of pages, impact and advice, and its occurrences, which are loaded once it is opened. */
export function IssueResult({ domain, of, onShowPages }: IssueResultProps) {
  const text = useText();
  const record = useRecordText();
  const site = useSiteText();
  const format = useFormat();
  const { id, severity, count, learn_more } = of;
  const [wasOpened, setOpened] = useState(false);
  const { title, impact, advice } = issueWords(of, useIssueTexts());
  const shown = format.number(count);
  return (
    <ExpandableSection
      variant="footer"
      headerText={<StatusIndicator type={TYPES[severity]}>{title}</StatusIndicator>}
      headerDescription={site.on_pages(count, shown)}
      headingTagOverride="h3"
      onChange={() => setOpened(true)}
    >
      <SpaceBetween size="s">
        {impact && (
          <Box>
            <b>{site.impact}</b>
            {text.common.colon}
            {impact}
          </Box>
        )}
        <Box>
          <b>{record.how_to_fix}</b>
          {text.common.colon}
          {advice}
        </Box>
        {wasOpened && <Occurrences domain={domain} issue={id} title={title} />}
        <Button onClick={onShowPages}>{site.show_pages(shown)}</Button>
        <Link href={learn_more} external externalIconAriaLabel={text.audits.new_tab}>
          {site.learn_more}
        </Link>
      </SpaceBetween>
    </ExpandableSection>
  );
}
