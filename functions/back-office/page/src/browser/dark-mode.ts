import { storedChoice } from './stored-choice.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const STORED_THEME = 'back-office.theme';
export const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');

export const storedTheme = () => storedChoice(STORED_THEME, themes, 'system');

/** Gives the page the colours of a theme. */
export function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && darkSystem.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
