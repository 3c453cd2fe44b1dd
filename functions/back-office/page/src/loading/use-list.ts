import { type DependencyList, useState } from 'react';
import { useAction } from './use-action.ts';
import { useLoad } from './use-load.ts';

/** A part of a list, and where the next part begins; `null`: it is the last. */
export interface ListPart<Item> {
  items: Item[];
  next: string | null;
}

export interface List<Item, Part extends ListPart<Item> = ListPart<Item>> {
  /** The first part as it came; `null` until then. */
  first: Part | null;
  /** Those that are loaded. */
  items: Item[];
  /** There are further ones. */
  more: boolean;
  /** The first part is being loaded. */
  loading: boolean;
  loadingMore: boolean;
  error: unknown;
  reload: () => void;
  loadMore: () => void;
}

/**
 * A list that is loaded in parts: the first at once, further ones as they are asked for. Loading it again begins with
 * the first part.
 *
 * @param load a part by where it begins; `null`: the first
 */
export function useList<Item, Part extends ListPart<Item> = ListPart<Item>>(
  load: (after: string | null, signal?: AbortSignal) => Promise<Part & ListPart<Item>>,
  dependencies: DependencyList,
): List<Item, Part> {
  const first = useLoad((signal) => load(null, signal), dependencies);
  const [further, setFurther] = useState<(ListPart<Item> & { behind: ListPart<Item> }) | null>(null);
  const { run, busy } = useAction();
  const { items, next } = (further?.behind === first.data ? further : first.data) ?? { items: [], next: null };
  return {
    first: first.data,
    items,
    more: next !== null,
    loading: first.loading,
    loadingMore: busy,
    error: first.error,
    reload: first.reload,
    loadMore: () =>
      void run(async () => {
        const part = await load(next);
        setFurther({ behind: first.data!, items: [...items, ...part.items], next: part.next });
      }),
  };
}
