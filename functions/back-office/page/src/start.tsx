import './ui/layout.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, darkSystem, STORED_THEME, type Theme, themes } from './browser/dark-mode.ts';
import { useStored } from './browser/use-stored.ts';
import { zones } from './language/format.ts';
import { LanguageProvider } from './language/language-provider.tsx';
import { ZoneContext } from './language/use-language.ts';
import { Part } from './loading/part.tsx';
import { createQueryClient } from './loading/query-client.ts';
import type { SignIn } from './sign-in/sign-in.ts';

/** React Aria adds a style element unless there is an element of this id; the policy of the page forbids style elements. */
const ARIA_STYLE = 'react-aria-pressable-style';

/** Shows the page to an operator who is signed in. */
export function start(element: HTMLElement, signIn: SignIn, pageUrl: string): void {
  render(element, <Root pageUrl={pageUrl} signIn={signIn} />);
}

/** Shows the report whose link was opened, without sign-in. */
export function startReport(element: HTMLElement, pageUrl: string): void {
  render(element, <ReportRoot pageUrl={pageUrl} />);
}

function render(element: HTMLElement, content: ReactNode) {
  document.head.append(Object.assign(document.createElement('meta'), { id: ARIA_STYLE }));
  createRoot(element).render(<QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>);
}

const ReportPage = lazy(async () => ({ default: (await import('./report/report-page.tsx')).ReportPage }));

interface RootProps {
  pageUrl: string;
  signIn: SignIn;
}

/** The page in the chosen theme and language. */
function Root({ pageUrl, signIn }: RootProps) {
  const [theme, setTheme] = useTheme();
  const [zone, choose] = useStored('back-office.zone', zones, 'utc');
  return (
    <LanguageProvider>
      {(chooseLanguage) => (
        <Part of="">
          <ZoneContext value={{ zone, choose }}>
            <App pageUrl={pageUrl} signIn={signIn} theme={theme} onTheme={setTheme} onLanguage={chooseLanguage} />
          </ZoneContext>
        </Part>
      )}
    </LanguageProvider>
  );
}

/** A report in the theme and language of the browser, or those that were chosen in the workspace. */
function ReportRoot({ pageUrl }: { pageUrl: string }) {
  useTheme();
  const [zone, choose] = useStored('back-office.zone', zones, 'utc');
  return (
    <LanguageProvider>
      {() => (
        <Part of="report">
          <ZoneContext value={{ zone, choose }}>
            <ReportPage pageUrl={pageUrl} />
          </ZoneContext>
        </Part>
      )}
    </LanguageProvider>
  );
}

/** The chosen theme, by default the system's; applied to the whole page. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored(STORED_THEME, themes, 'system');
  const systemIsDark = useSyncExternalStore(subscribe, () => darkSystem.matches);
  useLayoutEffect(() => applyTheme(theme), [theme, systemIsDark]);
  return [theme, setTheme];
}

function subscribe(onChange: () => void) {
  darkSystem.addEventListener('change', onChange);
  return () => darkSystem.removeEventListener('change', onChange);
}
