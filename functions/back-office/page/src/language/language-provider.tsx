import { I18nProvider } from '@cloudscape-design/components/i18n';
import { type ReactNode, useEffect, useState } from 'react';
import { useStored } from '../browser/use-stored.ts';
import { type Language, languageOf, languages } from './choose-language.ts';
import type { LanguageFile } from './language-file.ts';
import { LanguageContext } from './use-language.ts';

const files: Record<Language, () => Promise<{ default: LanguageFile }>> = {
  en: () => import('./en.ts'),
  zh: () => import('./zh.ts'),
};
const LOCALES: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

/** Loads the chosen language, by default the browser's, for the page and the component library. */
export function LanguageProvider({ children }: { children: (choose: (language: Language) => void) => ReactNode }) {
  const [language, choose] = useStored('back-office.language', languages, languageOf(navigator.languages));
  const [loaded, setLoaded] = useState<(LanguageFile & { language: Language }) | null>(null);
  useEffect(() => {
    let present = true;
    void files[language]().then((file) => present && setLoaded({ ...file.default, language }));
    return () => {
      present = false;
    };
  }, [language]);
  useEffect(() => {
    if (!loaded) return;
    document.documentElement.lang = LOCALES[loaded.language];
    document.title = loaded.text.title;
  }, [loaded]);
  if (!loaded) return null;
  return (
    <LanguageContext value={loaded}>
      <I18nProvider locale={LOCALES[loaded.language]} messages={[loaded.components]}>
        {children(choose)}
      </I18nProvider>
    </LanguageContext>
  );
}
