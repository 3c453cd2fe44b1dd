import { hrefOf, type Route } from './route.ts';
import { useRoute } from './use-route.ts';

/**
 * The open tab of a view, which its address names.
 *
 * @param names of the tabs; the first is open where the address names none of them
 * @param level 0: the view's own tabs, 1: those within one of them
 * @returns the open tab, and how to open another
 */
export function useTab<Name extends string>(names: readonly Name[], level = 0): [Name, (name: string) => void] {
  const route = useRoute();
  const open = 'tab' in route ? route.tab.split('.') : [];
  const active = names.find((name) => name === open[level]) ?? names[0]!;
  function select(name: string) {
    // The other parameters of the address are those of the tab that is left.
    const { query: _, ...view } = route as Extract<Route, { view: 'domain' }>;
    window.location.hash = hrefOf({ ...view, tab: [...open.slice(0, level), name].join('.') });
  }
  return [active, select];
}
