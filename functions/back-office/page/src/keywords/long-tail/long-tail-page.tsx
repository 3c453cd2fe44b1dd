import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { hrefOf } from '../../routing/route.ts';
import { useTitle } from '../../routing/use-title.ts';
import {
  longTailOfQuery,
  longTailQuery,
  type LongTailSearch,
  queryOf,
  searchOfQuery,
} from '../shared/keyword-address.ts';
import { LanguageField, MarketField } from '../shared/locale-fields.tsx';
import { LongTailGroups } from './long-tail-groups.tsx';

/** The long tail of a keyword. The address says of which. */
export default function LongTailPage({ query }: { query: string }) {
  const { long_tail: text } = useKeywordsText();
  const search = longTailOfQuery(query);
  const { keyword, language, country } = search;
  const isAsked = keyword.trim() !== '';
  const from = new URLSearchParams(query).get('from') ?? '';
  const sameWords = queryOf({ ...searchOfQuery(''), q: keyword, language, country });
  useTitle(isAsked ? text.of(keyword) : text.title);
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            variant="h1"
            description={text.description}
            actions={isAsked && <Button href={hrefOf({ view: 'keywords', query: sameWords })}>{text.to_search}</Button>}
          >
            {isAsked ? text.of(keyword) : text.title}
          </Header>
        }
      >
        <LongTailForm
          query={query}
          onShow={(wanted) => window.location.assign(hrefOf({ view: 'long-tail', query: longTailQuery(wanted, from) }))}
        />
      </Container>
      {isAsked ? <LongTailGroups key={query} search={search} from={from} /> : <Box>{text.first}</Box>}
    </SpaceBetween>
  );
}

function LongTailForm({ query, onShow }: { query: string; onShow: (search: LongTailSearch) => void }) {
  const { long_tail: text } = useKeywordsText();
  const [search, setSearch] = useState(() => longTailOfQuery(query));
  useEffect(() => setSearch(longTailOfQuery(query)), [query]);
  const change = (next: Partial<LongTailSearch>) => setSearch((last) => ({ ...last, ...next }));
  const isEmpty = search.keyword.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onShow(search);
      }}
    >
      <SpaceBetween size="s">
        <ColumnLayout columns={3} minColumnWidth={220}>
          <FormField label={text.keyword}>
            <Input type="search" value={search.keyword} onChange={({ detail }) => change({ keyword: detail.value })} />
          </FormField>
          <LanguageField value={search.language} onChange={(language) => change({ language })} />
          <MarketField value={search.country} onChange={(country) => change({ country })} />
        </ColumnLayout>
        <Button variant="primary" disabled={isEmpty}>
          {text.show}
        </Button>
      </SpaceBetween>
    </form>
  );
}
