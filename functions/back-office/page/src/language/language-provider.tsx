import { type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useStored } from '../browser/use-stored.ts';
import { type Language, languageOf, languages, LOCALES, STORED_LANGUAGE } from './choose-language.ts';
import { createTranslate, type Messages, type Translate } from './messages.ts';
import { LanguageContext } from './use-language.ts';

const files: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../locales/en.json', { with: { type: 'json' } }),
  zh: () => import('./zh.ts'),
};

/** Loads the chosen language, by default the browser's, for the page and React Aria. */
export function LanguageProvider({ children }: { children: (choose: (language: Language) => void) => ReactNode }) {
  const [language, choose] = useStored(STORED_LANGUAGE, languages, languageOf(navigator.languages));
  const [loaded, setLoaded] = useState<{ language: Language; translate: Translate } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let present = true;
    void files[language]().then(
      ({ default: messages }) =>
        present && setLoaded({ language, translate: createTranslate(messages, LOCALES[language]) }),
      () => present && setFailed(true),
    );
    return () => {
      present = false;
    };
  }, [language]);
  useEffect(() => {
    if (loaded) document.documentElement.lang = LOCALES[loaded.language];
  }, [loaded]);
  if (!loaded) return failed ? <NoLanguage /> : null;
  return (
    <LanguageContext value={loaded}>
      <I18nProvider locale={LOCALES[loaded.language]}>{children(choose)}</I18nProvider>
    </LanguageContext>
  );
}

/** No other texts have been loaded. */
function NoLanguage() {
  return (
    <main>
      <p>The page could not be loaded. / 页面无法加载。</p>
      <button type="button" onClick={() => window.location.reload()}>
        Load it again / 重新加载
      </button>
    </main>
  );
}
