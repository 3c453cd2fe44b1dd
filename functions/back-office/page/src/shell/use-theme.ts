import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { darkSystem, STORED_THEME, type Theme, themes } from '../browser/dark-mode.ts';
import { useStored } from '../browser/use-stored.ts';

/** The chosen theme, by default the system's; applied to the whole page. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored(STORED_THEME, themes, 'system');
  const systemIsDark = useSyncExternalStore(subscribe, () => darkSystem.matches);
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark);
  useLayoutEffect(() => applyMode(dark ? Mode.Dark : Mode.Light), [dark]);
  return [theme, setTheme];
}

function subscribe(onChange: () => void) {
  darkSystem.addEventListener('change', onChange);
  return () => darkSystem.removeEventListener('change', onChange);
}
