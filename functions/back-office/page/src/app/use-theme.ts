import { useLayoutEffect, useSyncExternalStore } from 'react';
import { applyTheme, darkSystem, STORED_THEME, type Theme, themes } from '../browser/dark-mode.ts';
import { useStored } from '../browser/use-stored.ts';

/** The chosen theme, by default the system's; applied to the whole page. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored(STORED_THEME, themes, 'system');
  const systemIsDark = useSyncExternalStore(subscribe, () => darkSystem.matches);
  useLayoutEffect(() => applyTheme(theme), [theme, systemIsDark]);
  return [theme, setTheme];
}

function subscribe(onChange: () => void) {
  darkSystem.addEventListener('change', onChange);
  return () => darkSystem.removeEventListener('change', onChange);
}
