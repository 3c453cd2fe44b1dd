import { ApiContext, RoleContext } from './api/use-api.ts';
import { Frame } from './app/frame.tsx';
import { Notifications } from './app/notifications.tsx';
import { UserMenu } from './app/user-menu.tsx';
import type { Theme } from './browser/dark-mode.ts';
import type { Language } from './language/choose-language.ts';
import { LoadFailed, ViewShape } from './loading/loaded.tsx';
import { useRoute } from './routing/use-route.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { useOperator } from './sign-in/use-operator.ts';
import { View } from './view.tsx';

interface AppProps {
  pageUrl: string;
  signIn: SignIn;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onLanguage: (language: Language) => void;
}

/** The view of the URL fragment, for the operator who is signed in. */
export function App({ pageUrl, signIn, ...menu }: AppProps) {
  const { state, api, retry, leave } = useOperator(signIn, pageUrl);
  const route = useRoute();
  if (state.step === 'starting')
    return (
      <div className="loading-start">
        <ViewShape />
      </div>
    );
  if (state.step === 'unreachable') return <LoadFailed error={state.error} onRetry={retry} />;
  return (
    <ApiContext value={api}>
      <RoleContext value={state.role}>
        <Notifications>
          <Frame
            route={route}
            menu={<UserMenu operator={state.operator} role={state.role} {...menu} onSignOut={leave} />}
          >
            <View route={route} />
          </Frame>
        </Notifications>
      </RoleContext>
    </ApiContext>
  );
}
