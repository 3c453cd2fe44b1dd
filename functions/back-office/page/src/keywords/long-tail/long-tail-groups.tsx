import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { LongTail } from '../../../../contract.ts';
import { longTailTable } from '../../../../../core/keywords/csv-tables.ts';
import { csvText } from '../../../../../core/platform/text/csv-text.ts';
import { Acting } from '../../api/role.ts';
import { useApi } from '../../api/use-api.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useAction } from '../../loading/use-action.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { type LongTailSearch, parametersOf } from '../shared/keyword-address.ts';
import { KeywordSources } from '../shared/keyword-sources.tsx';
import { CopyKeywords, ListKeywords } from '../shared/selected-keywords.tsx';
import { LongTailGroup } from './long-tail-group.tsx';

/** As many as the service answers. */
const MOST = '1000';

interface LongTailGroupsProps {
  search: LongTailSearch;
  /** Query of the search that somebody came from. */
  from: string;
}

/** The long tail of a keyword in its groups, each of which can be opened and closed. */
export function LongTailGroups({ search, from }: LongTailGroupsProps) {
  const api = useApi();
  const query = { ...parametersOf(search), limit: MOST };
  const answer = useLoad((signal) => api.longTail(query, signal), [api, JSON.stringify(query)]);
  return (
    <ShowLoaded of={answer}>
      {(data) => <Groups of={data} query={query} from={from} onReload={answer.reload} />}
    </ShowLoaded>
  );
}

interface GroupsProps {
  of: LongTail;
  query: Readonly<Record<string, string>>;
  from: string;
  onReload: () => void;
}

function Groups({ of, query, from, onReload }: GroupsProps) {
  const api = useApi();
  const text = useKeywordsText();
  const format = useFormat();
  const { succeeded } = useNotify();
  const { run, busy } = useAction();
  const groups = of.groups.filter(({ count }) => count > 0);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(groups.slice(0, 1).map(({ id }) => id)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = groups.flatMap(({ items }) => items);
  const chosen = all.filter(({ keyword }) => selected.has(keyword));
  const { queries_planned, queries_ok, queries_empty, queries_failed, modifiers } = of.coverage;

  function save() {
    const shown =
      chosen.length === 0
        ? of.groups
        : of.groups.map((group) => ({ ...group, items: group.items.filter((item) => chosen.includes(item)) }));
    saveFile(`long-tail-${of.keyword}.csv`, `\uFEFF${csvText(longTailTable({ ...of, groups: shown }))}`, 'text/csv');
  }
  async function askAnew() {
    await api.longTailAnew(query);
    succeeded(text.asked_anew);
    onReload();
  }
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={text.long_tail.coverage(
            format.number(queries_planned),
            format.number(queries_ok),
            format.number(queries_empty),
            format.number(queries_failed),
          )}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button iconName="download" disabled={all.length === 0} onClick={save}>
                {text.save_csv}
              </Button>
              <CopyKeywords keywords={chosen.length > 0 ? chosen : all} />
              <ListKeywords
                keywords={chosen.map(({ keyword, score, search_volume }) => ({
                  keyword,
                  language: of.language,
                  score,
                  search_volume,
                }))}
              />
              <Acting>
                <Button loading={busy} onClick={() => void run(askAnew)}>
                  {text.ask_anew}
                </Button>
              </Acting>
            </SpaceBetween>
          }
        >
          {text.found(format.number(of.count))}
        </Header>
      }
    >
      <SpaceBetween size="s">
        {groups.length === 0 && <Box>{text.long_tail.empty}</Box>}
        {groups.length > 1 && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="inline-link" onClick={() => setOpen(new Set(groups.map(({ id }) => id)))}>
              {text.long_tail.open_all}
            </Button>
            <Button variant="inline-link" onClick={() => setOpen(new Set())}>
              {text.long_tail.close_all}
            </Button>
          </SpaceBetween>
        )}
        {groups.map((group) => (
          <LongTailGroup
            key={group.id}
            of={group}
            answer={of}
            from={from}
            isOpen={open.has(group.id)}
            onOpen={(isOpen) => setOpen((last) => withOrWithout(last, group.id, isOpen))}
            selected={selected}
            onSelect={setSelected}
          />
        ))}
        {!modifiers && <Box color="text-body-secondary">{text.long_tail.no_modifiers}</Box>}
        {of.truncated && <Box color="text-body-secondary">{text.long_tail.truncated}</Box>}
        <KeywordSources sources={of.sources} />
      </SpaceBetween>
    </Container>
  );
}

function withOrWithout(names: ReadonlySet<string>, name: string, isWith: boolean): ReadonlySet<string> {
  const others = [...names].filter((one) => one !== name);
  return new Set(isWith ? [...others, name] : others);
}
