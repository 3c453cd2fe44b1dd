import { App } from './app.tsx';
import { useStored } from './browser/use-stored.ts';
import { LanguageProvider } from './language/language-provider.tsx';
import { ZoneContext, zones } from './language/zone.ts';
import { Part } from './loading/part.tsx';
import { useTheme } from './app/use-theme.ts';
import type { SignIn } from './sign-in/sign-in.ts';

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
