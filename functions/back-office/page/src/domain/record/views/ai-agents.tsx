import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { DataTable } from '../../../shared/data-table.tsx';

/** Crawlers of AI services: whether they may fetch the home page, and the line of robots.txt that decides. */
export function AiAgents({ of }: { of: NonNullable<DomainAnswer['ai_access']['agents']> }) {
  const text = useText();
  const words = text.record.ai_agents;
  return (
    <DataTable
      variant="embedded"
      wrapLines
      ariaLabels={{ tableLabel: text.record.sections['ai_access.agents'] }}
      items={Object.entries(of).map(([name, agent]) => ({ name, ...agent }))}
      trackBy="name"
      columnDefinitions={[
        {
          id: 'agent',
          header: words.agent,
          cell: ({ name }) => <Box variant="code">{name}</Box>,
          isRowHeader: true,
          minWidth: 160,
        },
        {
          id: 'allowed',
          header: words.access,
          cell: ({ allowed }) => (
            <StatusIndicator type={allowed ? 'success' : 'stopped'}>
              {allowed ? words.allowed : words.refused}
            </StatusIndicator>
          ),
          minWidth: 140,
        },
        {
          id: 'rule',
          header: words.rule,
          cell: ({ rule }) => (rule === null ? words.no_rule : <SiteText>{rule}</SiteText>),
          minWidth: 220,
        },
      ]}
    />
  );
}
