import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useMemo, useState } from 'react';
import { useDraft } from '../../browser/use-draft.ts';
import { useText } from '../../language/use-language.ts';
import { useDescribeError } from '../../loading/describe-error.ts';
import { hrefOf } from '../../routing/route.ts';
import { ListField } from './list-field.tsx';
import { type ChosenMembers, MembersField } from './members-field.tsx';
import { MOST_AT_ONCE } from './new-batches.ts';
import { namedMembers, preselected } from './offered-members.ts';
import { readDomains } from './read-domains.ts';
import { useStart } from './use-start.ts';

/** What is to be asked of which domains. What is refused stays as it was entered. */
export function StartForm() {
  const text = useText();
  const describe = useDescribeError();
  const { start, busy, error } = useStart();
  const [list, setList, dropList] = useDraft('batch.list');
  const [members, setMembers] = useState<ChosenMembers>({ offered: preselected, named: '' });
  const [refresh, setRefresh] = useState(false);
  const [paid, setPaid] = useState(false);
  const domains = useMemo(() => readDomains(list), [list]);
  const fields = [...new Set([...members.offered, ...namedMembers(members.named)])];
  const isReady = domains.length > 0 && domains.length <= MOST_AT_ONCE && fields.length > 0;
  const problem = error === null ? null : describe(error);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !isReady) return;
    const ids = await start({ domains, fields, refresh, paid });
    if (!ids) return;
    dropList();
    window.location.assign(hrefOf({ view: 'batch', ids }));
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Form
        {...(problem && { errorText: [problem.header, problem.detail].filter(Boolean).join(' · ') })}
        actions={
          <Button variant="primary" loading={busy} disabled={!isReady}>
            {text.batches.start}
          </Button>
        }
      >
        <Container
          header={
            <Header variant="h1" description={text.batches.description}>
              {text.batches.title}
            </Header>
          }
        >
          <SpaceBetween size="l">
            <ListField list={list} count={domains.length} onChange={setList} />
            <MembersField chosen={members} isEmpty={fields.length === 0} onChange={setMembers} />
            <Checkbox
              checked={refresh}
              description={text.batches.refresh_hint}
              onChange={({ detail }) => setRefresh(detail.checked)}
            >
              {text.batches.refresh}
            </Checkbox>
            <Checkbox
              checked={paid}
              description={text.batches.paid_hint}
              onChange={({ detail }) => setPaid(detail.checked)}
            >
              {text.batches.paid}
            </Checkbox>
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  );
}
