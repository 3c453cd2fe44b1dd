import { App } from './app.tsx';
import { LanguageProvider } from './language/language-provider.tsx';
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
  return (
    <LanguageProvider>
      {(chooseLanguage) =>
        signIn === null ? (
          <Landing reason="unavailable" onSignIn={null} />
        ) : (
          <Part of="">
            <App
              pageUrl={pageUrl}
              signIn={signIn}
              signInFailed={signInFailed}
              theme={theme}
              onTheme={setTheme}
              onLanguage={chooseLanguage}
            />
          </Part>
        )
      }
    </LanguageProvider>
  );
}
