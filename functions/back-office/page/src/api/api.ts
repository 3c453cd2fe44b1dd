import { calls } from '../../../contract/calls.computed.ts';
import type { AnswerTo, Contract, NewBatch, SentBody, SentQuery, Watches } from '../../../contract.ts';
import type { Client, Method, Options } from './client.ts';

type Name = keyof Contract;

/** A text for each parameter in the path, the query or the body, and a signal that aborts the request. */
type ArgumentsOf<Of extends Name> = [
  ...Texts<Contract[Of]['pattern']>,
  ...(Contract[Of] extends { query: unknown } ? [query: QueryOf<Of>] : []),
  ...(Contract[Of] extends { body: unknown } ? [body: SentBody<Contract[Of]>] : []),
  signal?: AbortSignal,
];
type Texts<Pattern> = Pattern extends `${string}{${string}}${infer Rest}` ? [string, ...Texts<Rest>] : [];

/** Members that are not given are not sent. */
type QueryOf<Of extends Name> = WithoutUndefined<NonNullable<SentQuery<Contract[Of]>>>;
type WithoutUndefined<Members> = { [Key in keyof Members]: Exclude<Members[Key], undefined> };

type AnswerOf<Of extends Name> = AnswerTo<Contract[Of]>;
type Calls = { [Of in Name]: (...given: ArgumentsOf<Of>) => Promise<AnswerOf<Of>> };

export type Api = ReturnType<typeof createApi>;
export type History = AnswerOf<'history'>;
export type Snapshot = History['snapshots'][number];
export type SitePagesQuery = QueryOf<'sitePages'>;
/** Parameters of a request by their names. */
export type Query = Readonly<Record<string, string>>;

/** The calls of the back office's API: all routes of the contract by their names, the lists also as CSV. */
export function createApi({ send, sendForCsv }: Client) {
  const callFor =
    (name: Name) =>
    (...given: unknown[]) =>
      send(...requestOf(name, given));
  const csvFor =
    <Of extends Name>(name: Of) =>
    (...given: ArgumentsOf<Of>) =>
      sendForCsv(...requestOf(name, given, { query: { format: 'csv' } }));
  const names = Object.keys(calls) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, callFor(name)])) as unknown as Calls;
  const keyOf = (key: string) => ({ headers: { 'Idempotency-Key': key } });
  return {
    ...all,
    siteComparisonAsCsv: csvFor('siteComparison'),
    sitePagesAsCsv: csvFor('sitePages'),
    siteIssuesAsCsv: csvFor('siteIssues'),
    siteLinksAsCsv: csvFor('siteLinks'),
    batchAsCsv: csvFor('batch'),
    /** Only the local runner has this call. */
    loadDemo: () => send<object>('POST', 'demo'),
    history: (domain: string, range: string, signal?: AbortSignal) =>
      all.history(domain, { range, limit: '1000' }, signal),
    /** Reads all watches, page by page. */
    async watches(signal?: AbortSignal): Promise<Watches> {
      let page = await all.watches({}, signal);
      const watches = [...page.watches];
      while (page.next_cursor) {
        page = await all.watches({ cursor: page.next_cursor }, signal);
        watches.push(...page.watches);
      }
      return { ...page, watches };
    },
    /** @param key of the request: sent twice under the same one, it makes one batch */
    createBatch: (batch: NewBatch, key: string, signal?: AbortSignal) =>
      send<AnswerOf<'createBatch'>>(...requestOf('createBatch', [batch, signal], keyOf(key))),
    createBatchAsCsv: (batch: NewBatch, key: string) =>
      sendForCsv(...requestOf('createBatch', [batch], { ...keyOf(key), query: { format: 'csv' } })),
  };
}

/**
 * Creates the request of a call.
 *
 * @param given arguments of the call
 * @param more parameters and headers in addition to those of the call
 */
function requestOf(
  name: Name,
  given: readonly unknown[],
  more: { query?: object; headers?: Record<string, string> } = {},
): [Method, string, Options] {
  const { method, pattern, input } = calls[name];
  const rest = [...given];
  const path = pattern.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() as string));
  const sent = input && (rest.shift() as object);
  const [signal] = rest as [AbortSignal?];
  const query = new URLSearchParams({ ...(input === 'query' && sent), ...more.query }).toString();
  return [
    method,
    query ? `${path}?${query}` : path,
    {
      ...(input === 'body' && { body: sent }),
      ...(more.headers && { headers: more.headers }),
      ...(signal && { signal }),
    },
  ];
}
