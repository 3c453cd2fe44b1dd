import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { useList } from '../../loading/use-list.ts';
import { hrefOf } from '../../routing/route.ts';
import { useTitle } from '../../routing/use-title.ts';
import { ListTable } from '../../shared/list-table.tsx';
import '../../shared/plain-link.css';
import { When } from '../../shared/when.tsx';
import { NameDialog } from './name-dialog.tsx';

/** The lists of the one who is signed in. */
export default function KeywordListsPage() {
  const api = useApi();
  const { lists: text } = useKeywordsText();
  const { navigation } = useText();
  const format = useFormat();
  const [creating, setCreating] = useState(false);
  const lists = useList(async (_, signal) => ({ items: (await api.keywordLists(signal)).lists, next: null }), [api]);
  useTitle(text.title);
  return (
    <>
      <ListTable
        of={lists}
        trackBy="id"
        empty={text.empty}
        ariaLabels={{ tableLabel: text.title }}
        header={
          <Header
            variant="h1"
            description={text.description}
            actions={<Button onClick={() => setCreating(true)}>{text.create}</Button>}
          >
            {navigation['keyword-lists']}
          </Header>
        }
        columnDefinitions={[
          {
            id: 'name',
            header: text.name,
            isRowHeader: true,
            cell: ({ id, name }) => (
              <a className="plain-link" href={hrefOf({ view: 'keyword-list', id })}>
                {name}
              </a>
            ),
          },
          { id: 'count', header: text.keywords, cell: ({ count }) => format.number(count) },
          { id: 'changed', header: text.changed, cell: ({ changed_at }) => <When time={changed_at} /> },
        ]}
      />
      {creating && (
        <NameDialog
          title={text.create}
          name=""
          onName={async (name) => {
            const { id } = await api.createKeywordList({ name });
            window.location.assign(hrefOf({ view: 'keyword-list', id }));
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}
