import { lazy } from 'react';
import { App } from './app.tsx';
import { useStored } from './browser/use-stored.ts';
import { LanguageProvider } from './language/language-provider.tsx';
import { ZoneContext, zones } from './language/zone.ts';
import { Part } from './loading/part.tsx';
import { useTheme } from './app/use-theme.ts';
import type { SignIn } from './sign-in/sign-in.ts';

const ReportPage = lazy(async () => ({ default: (await import('./report/report-page.tsx')).ReportPage }));

interface RootProps {
  pageUrl: string;
  signIn: SignIn;
}

/** The page in the chosen theme and language. */
export function Root({ pageUrl, signIn }: RootProps) {
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
export function ReportRoot({ pageUrl }: { pageUrl: string }) {
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
