import { createContext, useCallback, useContext, useMemo } from 'react';
import { ApiError, type ErrorDetail, mayPass } from '../api/client.ts';
import { type Language, localeOf } from './choose-language.ts';
import { createFormat, type Format, type Zone } from './format.ts';
import { type Translate, translateMessage } from './messages.ts';

interface LanguageValue {
  language: Language;
  translate: Translate;
}

export const LanguageContext = createContext<LanguageValue | null>(null);

/** The chosen language, and the function that returns the page's texts in it. */
export function useLanguage(): LanguageValue {
  const value = useContext(LanguageContext);
  if (value === null) throw new Error('No language is loaded yet');
  return value;
}

/** Returns the function that gives the page's texts in the chosen language. */
export function useTranslate(): Translate {
  return useLanguage().translate;
}

/** Formats metrics and times in the chosen language and zone, in the browser's own way. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const { zone } = useContext(ZoneContext);
  return formatFor(localeOf(language, navigator.languages), zone);
}

const formats = new Map<string, Format>();

/** One for all components: making one takes as long as drawing a row of a table. */
function formatFor(locale: string, zone: Zone): Format {
  const name = `${locale} ${zone}`;
  const format = formats.get(name) ?? createFormat(locale, zone);
  formats.set(name, format);
  return format;
}

export const ZoneContext = createContext<{ zone: Zone; choose: (zone: Zone) => void }>({ zone: 'utc', choose() {} });

/** The IANA name of the browser's zone, such as `Asia/Shanghai`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The text for an error: the API's message with invalid parameters, whether trying again makes sense, and the request's
 * id.
 */
export function useDescribeError() {
  const t = useTranslate();
  return useCallback(
    (error: unknown): { header: string; detail?: string } => {
      if (!(error instanceof ApiError)) return { header: t('loading.failed') };
      const { code, details, message, values } = error;
      if (code === 'unreachable' || code === 'unreadable') {
        return { header: t(`loading.${code}`), detail: t('loading.may_help') };
      }
      const wrong = details.map((detail) => `${detail.param} ${describeDetail(detail, t)}`);
      const request = error.requestId === null ? [] : [t('loading.request', { id: error.requestId })];
      // An invalid parameter shows by itself what has to change.
      const again = mayPass(error) ? [t('loading.may_help')] : wrong.length > 0 ? [] : [t('loading.no_help')];
      return {
        header: translateMessage(`errors.codes.${code}`, { message, values }, t),
        detail: [...wrong, ...again, ...request].join(' · '),
      };
    },
    [t],
  );
}

/** Describes what is wrong with a parameter, in words that follow its name. */
export const describeDetail = (detail: ErrorDetail, t: Translate) =>
  translateMessage(`errors.rules.${detail.rule}`, detail, t);

/** What is wrong with the invalid parameters of an error, by their names. */
export function useInvalidFields(error: unknown): Record<string, string> {
  const t = useTranslate();
  return useMemo(() => {
    const details = error instanceof ApiError ? error.details : [];
    return Object.fromEntries(details.map((detail) => [detail.param, describeDetail(detail, t)]));
  }, [error, t]);
}
