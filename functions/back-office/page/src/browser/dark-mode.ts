import { storedChoice } from './stored-choice.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const STORED_THEME = 'back-office.theme';
export const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');

export const storedTheme = () => storedChoice(STORED_THEME, themes, 'system');
export const isDark = (theme: Theme) => theme === 'dark' || (theme === 'system' && darkSystem.matches);

/** Gives the page the colours of a theme, by the class that the component library has for it. */
export function darken(theme: Theme): void {
  document.body.classList.toggle('awsui-dark-mode', isDark(theme));
}
