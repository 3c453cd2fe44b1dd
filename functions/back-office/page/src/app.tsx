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
  const { session, api, leave } = useOperator(signIn, pageUrl);
  const route = useRoute();
  const { data, error, retryAt, reload } = session;
  if (data === null) {
    // A rejected token leads to the sign-in.
    if (error !== null && (error as { status?: number }).status !== 401)
      return <LoadFailed error={error} onRetry={reload} retryAt={retryAt} />;
    return (
      <div className="loading-start">
        <ViewShape />
      </div>
    );
  }
  return (
    <ApiContext value={api}>
      <RoleContext value={data.role}>
        <Notifications>
          <Frame
            route={route}
            menu={<UserMenu operator={data.operator} role={data.role} {...menu} onSignOut={leave} />}
          >
            <View route={route} />
          </Frame>
        </Notifications>
      </RoleContext>
    </ApiContext>
  );
}
