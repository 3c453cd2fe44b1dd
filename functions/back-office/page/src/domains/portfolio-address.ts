import { type Condition, type Filter, figureOperators } from './domain-filter.ts';

/** What a view of the list shows, as its address says it. */
export interface PortfolioView {
  /** A part of names. */
  name: string;
  filter: Filter;
  /** Id of the column; `null`: by name. */
  sorting: { column: string; isDescending: boolean } | null;
}

/** The longer ones first. */
const OPERATORS = figureOperators.toSorted((one, other) => other.length - one.length);

/** The query of an address, such as `name=shop&where=score<50&where=tag=client&sort=-score`; empty where nothing is chosen. */
export function queryOf({ name, filter, sorting }: PortfolioView): string {
  const query = new URLSearchParams();
  if (name) query.set('name', name);
  for (const { propertyKey, operator, value } of filter.tokens)
    query.append('where', `${propertyKey}${operator}${value}`);
  if (filter.operation === 'or' && filter.tokens.length > 1) query.set('any', '1');
  if (sorting) query.set('sort', `${sorting.isDescending ? '-' : ''}${sorting.column}`);
  return query.toString();
}

/** What the query of an address says; what it cannot mean is left out. */
export function viewOfQuery(text: string): PortfolioView {
  const query = new URLSearchParams(text);
  const sort = query.get('sort');
  return {
    name: query.get('name') ?? '',
    filter: {
      operation: query.has('any') ? 'or' : 'and',
      tokens: query.getAll('where').flatMap((where) => tokenOf(where) ?? []),
    },
    sorting: sort ? { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') } : null,
  };
}

function tokenOf(where: string): Condition | null {
  const [propertyKey] = /^\w*/.exec(where)!;
  const rest = where.slice(propertyKey.length);
  const operator = OPERATORS.find((each) => rest.startsWith(each));
  if (!propertyKey || operator === undefined) return null;
  const value = rest.slice(operator.length);
  return { propertyKey: propertyKey, operator, value };
}
