import { I18nProvider, type I18nProviderProps } from '@cloudscape-design/components/i18n';
import { type ReactNode, use } from 'react';
import { type Language, LOCALES } from '../language/choose-language.ts';
import { useLanguage } from '../language/use-language.ts';

type Messages = I18nProviderProps.Messages;

const files: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('@cloudscape-design/components/i18n/messages/all.en'),
  zh: () => import('@cloudscape-design/components/i18n/messages/all.zh-CN'),
};

/** Promises, which React requires to be the same in each rendering. */
const loading = new Map<Language, Promise<{ default: Messages }>>();

/** Gives Cloudscape's components their texts in the language of the page. */
export function CloudscapeFrame({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const { default: messages } = use(messagesOf(language));
  return (
    <I18nProvider locale={LOCALES[language]} messages={[messages]}>
      {children}
    </I18nProvider>
  );
}

function messagesOf(language: Language): Promise<{ default: Messages }> {
  const present = loading.get(language);
  if (present) return present;
  const promise = files[language]();
  loading.set(language, promise);
  // After a failure, the next attempt loads it again.
  promise.catch(() => loading.delete(language));
  return promise;
}
