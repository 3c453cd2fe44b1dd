import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useStored } from '../browser/use-stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, by default the system's; applied to the whole page. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored('back-office.theme', themes, 'system');
  const systemIsDark = useSyncExternalStore(subscribe, () => darkSystem.matches);
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark);
  useLayoutEffect(() => applyMode(dark ? Mode.Dark : Mode.Light), [dark]);
  return [theme, setTheme];
}

function subscribe(onChange: () => void) {
  darkSystem.addEventListener('change', onChange);
  return () => darkSystem.removeEventListener('change', onChange);
}
