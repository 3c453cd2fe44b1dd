import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Api } from '../api/api.ts';
import { useApi } from '../api/use-api.ts';
import { isUnreachable, pauseAfter, reloadQuery } from './query-client.ts';
import { useNotify } from './use-notify.ts';

export interface Loaded<Data> {
  /** `null` until the first response. The last data stays during a reload, and when it fails. */
  data: Data | null;
  /** Why the last attempt failed; `null`: it did not, or another one was requested. */
  error: unknown;
  loading: boolean;
  /** Time of the next automatic attempt, in milliseconds since the epoch; `null`: none is planned. */
  retryAt: number | null;
  reload: () => void;
}

type ArgumentsOf<Name extends keyof Api> =
  Required<Parameters<Api[Name]>> extends [...infer Given, AbortSignal] ? Given : never;

/** A call of the API that reads: its name and its arguments, by which its response is cached. */
export type Request = {
  [Name in keyof Api]: ArgumentsOf<Name> extends never ? never : readonly [Name, ...ArgumentsOf<Name>];
}[keyof Api];
export type ResponseTo<Asked extends Request> = Awaited<ReturnType<Api[Asked[0]]>>;

interface LoadOptions<Data> {
  /** By default, a failed reload is a notification; with this, the caller shows the error. */
  isQuiet?: boolean;
  /** Nothing is requested where it is false. */
  isEnabled?: boolean;
  /** What the response depends on beside the arguments: it is loaded again when this changes. */
  version?: string | null;
  /** Nothing is shown of an earlier request while the first response to this one is awaited. */
  isOnlyThis?: boolean;
  /** Milliseconds until it is loaded again; `false`: it does not change by itself. */
  pollAfter?: (data: Data | undefined) => number | false;
}

/**
 * Loads the response to a request when it is first shown, whenever the request changes, and on `reload`. An error with
 * `Retry-After` is followed by another attempt at that time, a request that did not reach the service by one when the
 * network is back, and a failed poll by the next one.
 */
export function useLoad<const Asked extends Request>(
  request: Asked,
  options: LoadOptions<ResponseTo<Asked>> & { load?: (signal: AbortSignal) => Promise<ResponseTo<Asked>> } = {},
): Loaded<ResponseTo<Asked>> {
  const api = useApi();
  const { version } = options;
  return useLoaded(
    version == null ? request : [...request, version],
    options.load ?? ((signal) => send(api, request, signal)),
    options,
  );
}

/** As {@link useLoad}, for what is not a call of the workspace's API. */
export function useLoaded<Data>(
  queryKey: QueryKey,
  load: (signal: AbortSignal) => Promise<Data>,
  { isQuiet = false, isEnabled = true, isOnlyThis = false, pollAfter }: LoadOptions<Data> = {},
): Loaded<Data> {
  const pauseOf = (error: unknown) => pauseAfter(error, pollAfter !== undefined);
  const query = useQuery<Data, unknown>({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled: isEnabled,
    ...(!isOnlyThis && { placeholderData: keepPreviousData }),
    retry: (_, error) => pauseOf(error) !== null,
    retryDelay: (_, error) => pauseOf(error) ?? 0,
    ...(pollAfter && {
      refetchInterval: ({ state }) => state.error === null && pollAfter(state.data),
      refetchIntervalInBackground: true,
    }),
  });
  return useStates(query, queryKey, isQuiet, pauseOf);
}

function send<Asked extends Request>(api: Api, [name, ...given]: Asked, signal: AbortSignal) {
  const calls = api as unknown as Record<string, (...all: unknown[]) => Promise<ResponseTo<Asked>>>;
  return calls[name]!(...given, signal);
}

interface Result<Data> {
  data: Data | undefined;
  error: unknown;
  failureReason: unknown;
  failureCount: number;
  isFetching: boolean;
}

/** What of a query is shown. The library's `error` is that of the last attempt; a failure before is `failureReason`. */
function useStates<Data>(
  { data, error: last, failureReason, failureCount, isFetching }: Result<Data>,
  queryKey: QueryKey,
  isQuiet: boolean,
  pauseOf: (error: unknown) => number | null,
): Loaded<Data> {
  const client = useQueryClient();
  const { failed } = useNotify();
  const error = failureReason ?? (isFetching ? null : last);
  const failedAt = useMemo(() => Date.now(), [failureCount]);
  const hasData = data !== undefined;
  useEffect(() => {
    if (failureCount === 1 && hasData && !isQuiet) failed(failureReason);
  }, [failureCount]);
  const pause = error !== null && isFetching ? pauseOf(error) : null;
  const isOffline = isUnreachable(error) && !navigator.onLine;
  const key = JSON.stringify(queryKey);
  return {
    data: data ?? null,
    error,
    loading: isFetching && error === null,
    retryAt: pause === null || isOffline ? null : failedAt + pause,
    reload: useCallback(() => void reloadQuery(client, queryKey), [client, key]),
  };
}

/** Loads again what is shown of calls of the API, after something was changed. */
export function useReload(): (...names: Request[0][]) => void {
  const client = useQueryClient();
  return useCallback(
    (...names) => names.forEach((name) => void client.invalidateQueries({ queryKey: [name] })),
    [client],
  );
}

/** A part of a list, and where the next part begins; `null`: it is the last. */
export interface ListPart<Item> {
  items: Item[];
  next: string | null;
}

/** The part of a list of the public API, in its response. */
export const itemsOf = <Item>({ items, next_cursor: next }: { items: Item[]; next_cursor: string | null }) => ({
  items,
  next,
});

export interface List<Item, Part = unknown> {
  /** The response with the first part; `null` until then. */
  first: Part | null;
  /** Those that are loaded. */
  items: Item[];
  /** There are further ones. */
  more: boolean;
  /** The first part is being loaded, or the next one after empty ones; of a whole list, not all of it is there yet. */
  loading: boolean;
  loadingMore: boolean;
  error: unknown;
  reload: () => void;
  loadMore: () => void;
}

interface ListOptions<Part> {
  /** Further parts are loaded without `loadMore`. */
  isWhole?: boolean;
  /** A part can be empty though it is not the last: the next one is loaded then, until one has items. */
  skipsEmpty?: boolean;
  /** Nothing is shown of an earlier request while the first response to this one is awaited. */
  isOnlyThis?: boolean;
  /** Milliseconds until it is loaded again; `false`: it does not change by itself. */
  pollAfter?: (parts: readonly Part[]) => number | false;
}

/**
 * A list that is loaded in parts: the first at once, further ones as they are asked for. Loading it again begins with
 * the first part.
 *
 * @param request for the part after a cursor; `null`: the first
 * @param partOf what a response contains of the list
 */
export function useList<const Asked extends Request, Item>(
  request: (cursor: string | null) => Asked,
  partOf: (response: ResponseTo<Asked>) => ListPart<Item>,
  { isWhole = false, skipsEmpty = false, isOnlyThis = false, pollAfter }: ListOptions<ResponseTo<Asked>> = {},
): List<Item, ResponseTo<Asked>> {
  const api = useApi();
  const client = useQueryClient();
  const [name, ...given] = request(null);
  const queryKey = [name, 'list', ...given];
  const query = useInfiniteQuery<ResponseTo<Asked>, unknown, Pages<ResponseTo<Asked>>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => send(api, request(pageParam), signal),
    initialPageParam: null,
    getNextPageParam: (last) => partOf(last).next,
    ...(!isOnlyThis && { placeholderData: keepPreviousData }),
    ...(pollAfter && { refetchInterval: ({ state }) => state.error === null && pollAfter(state.data?.pages ?? []) }),
  });
  const { data, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((part) => partOf(part).items) ?? [], [data]);
  const last = data?.pages.at(-1);
  const isSkipping = skipsEmpty && hasNextPage && last !== undefined && partOf(last).items.length === 0;
  // Whether there are any is not known yet.
  const isUnknown = isSkipping && items.length === 0;
  const { error, loading } = useStates(query, queryKey, isWhole || isUnknown, pauseAfter);
  const isContinued = isSkipping || (isWhole && hasNextPage);
  useEffect(() => {
    if (isContinued && !isFetching && query.error === null) void fetchNextPage();
  }, [isContinued, isFetching, query.error, fetchNextPage]);
  const isFirstLoading = isUnknown ? error === null : loading && !isFetchingNextPage;
  return {
    first: data?.pages[0] ?? null,
    items,
    more: hasNextPage && !isUnknown,
    loading: isWhole ? error === null && (hasNextPage || data === undefined) : isFirstLoading,
    loadingMore: isFetchingNextPage || (isSkipping && error === null),
    error,
    reload() {
      // Otherwise the library loads all parts again, one after the other.
      if (!isWhole) client.setQueryData<Pages<ResponseTo<Asked>>>(queryKey, firstOf);
      void reloadQuery(client, queryKey);
    },
    loadMore: () => void fetchNextPage(),
  };
}

interface Pages<Part> {
  pages: Part[];
  pageParams: (string | null)[];
}

const firstOf = <Part>(all: Pages<Part> | undefined): Pages<Part> | undefined =>
  all && { pages: all.pages.slice(0, 1), pageParams: all.pageParams.slice(0, 1) };
