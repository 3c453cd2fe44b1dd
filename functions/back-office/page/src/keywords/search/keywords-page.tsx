import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { hrefOf } from '../../routing/route.ts';
import { useTitle } from '../../routing/use-title.ts';
import { parametersOf, queryOf, searchOfQuery } from '../shared/keyword-address.ts';
import { FoundKeywords } from './found-keywords.tsx';
import { SearchForm } from './search-form.tsx';

/** A search for keywords. The address says what is searched for. */
export default function KeywordsPage({ query }: { query: string }) {
  const text = useKeywordsText();
  const search = searchOfQuery(query);
  const isAsked = (parametersOf(search).q ?? parametersOf(search).domain) !== undefined;
  useTitle(...(isAsked ? [[search.q, search.domain].filter(Boolean).join(' · ')] : []), text.title);
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            variant="h1"
            description={text.description}
            actions={<Button href={hrefOf({ view: 'keyword-lists' })}>{text.lists.mine}</Button>}
          >
            {text.title}
          </Header>
        }
      >
        <SearchForm
          query={query}
          onSearch={(wanted) => window.location.assign(hrefOf({ view: 'keywords', query: queryOf(wanted) }))}
        />
      </Container>
      {isAsked ? <FoundKeywords key={query} search={search} query={query} /> : <Box>{text.first}</Box>}
    </SpaceBetween>
  );
}
