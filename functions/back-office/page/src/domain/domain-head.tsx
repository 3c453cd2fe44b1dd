import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { DomainDetails } from '../../../contract.ts';
import { DomainState } from './domain-state.tsx';
import { Score } from './score.tsx';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { When } from '../shared/when.tsx';
import { Progress } from './progress.tsx';

/** The state of a domain. */
export function DomainHead({ of, watching, actions }: { of: DomainDetails; watching: boolean; actions: ReactNode }) {
  const text = useText();
  const format = useFormat();
  return (
    <Container
      header={
        <Header variant="h1" actions={actions} info={<DomainState of={of} />}>
          {of.domain_unicode}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          items={[
            { label: text.domains.score, value: <Score of={of} /> },
            {
              label: text.domains.fetched,
              value: of.updated_at === null ? text.domains.not_cached : <When time={of.updated_at} />,
            },
            {
              label: text.domain.next_snapshot,
              value: of.next_snapshot_at === null ? text.domain.not_followed : format.time(of.next_snapshot_at),
            },
            {
              label: text.domain.last_asked,
              value: of.last_asked_on === null ? text.common.not_known : format.date(of.last_asked_on),
            },
          ]}
        />
        {watching && <Progress activity={of.activity} />}
      </SpaceBetween>
    </Container>
  );
}
