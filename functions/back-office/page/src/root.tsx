import { App } from './app.tsx';
import { useStored } from './browser/use-stored.ts';
import { LanguageProvider } from './language/language-provider.tsx';
import { ZoneContext, zones } from './language/zone.ts';
import { Part } from './loading/part.tsx';
import { useTheme } from './shell/use-theme.ts';
import { Landing } from './sign-in/landing.tsx';
import type { SignIn } from './sign-in/sign-in.ts';

interface RootProps {
  pageUrl: string;
  /** `null`: the configuration of the sign-in could not be loaded. */
  signIn: SignIn | null;
  signInFailed: boolean;
}

/** The page in the chosen theme and language. */
export function Root({ pageUrl, signIn, signInFailed }: RootProps) {
  const [theme, setTheme] = useTheme();
  const [zone, choose] = useStored('back-office.zone', zones, 'utc');
  return (
    <LanguageProvider>
      {(chooseLanguage) =>
        signIn === null ? (
          <Landing reason="unavailable" onSignIn={null} />
        ) : (
          <Part of="">
            <ZoneContext value={{ zone, choose }}>
              <App
                pageUrl={pageUrl}
                signIn={signIn}
                signInFailed={signInFailed}
                theme={theme}
                onTheme={setTheme}
                onLanguage={chooseLanguage}
              />
            </ZoneContext>
          </Part>
        )
      }
    </LanguageProvider>
  );
}
