import { ApiContext } from './api/use-api.ts';
import type { Language } from './language/choose-language.ts';
import { useRoute } from './routing/use-route.ts';
import { View } from './view.tsx';
import { Notifications } from './shell/notifications.tsx';
import { Shell } from './shell/shell.tsx';
import { UserMenu } from './shell/user-menu.tsx';
import type { Theme } from './shell/use-theme.ts';
import { Landing } from './sign-in/landing.tsx';
import type { SignIn } from './sign-in/sign-in.ts';
import { useOperator } from './sign-in/use-operator.ts';
import { RoleContext } from './api/role.ts';

interface AppProps {
  pageUrl: string;
  signIn: SignIn;
  /** The sign-in server has redirected back with an error. */
  signInFailed: boolean;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onLanguage: (language: Language) => void;
}

/** The sign-in, and after it the view of the URL fragment. */
export function App({ pageUrl, signIn, signInFailed, ...menu }: AppProps) {
  const { state, api, enter, leave } = useOperator(signIn, pageUrl, signInFailed);
  const route = useRoute();
  if (state.step === 'starting') return null;
  if (state.step === 'out') return <Landing reason={state.reason} onSignIn={enter} />;
  return (
    <ApiContext value={api}>
      <RoleContext value={state.role}>
        <Notifications>
          {(bar) => (
            <Shell
              route={route}
              notifications={bar}
              menu={<UserMenu operator={state.operator} role={state.role} {...menu} onSignOut={leave} />}
            >
              <View route={route} />
            </Shell>
          )}
        </Notifications>
      </RoleContext>
    </ApiContext>
  );
}
