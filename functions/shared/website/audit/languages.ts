import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };

/**
 * Is it a language subtag of the IANA registry? The same set as axe-core's `isValidLang`, which Lighthouse uses; that
 * knows the private-use range `qaa..qtz` by its first code only.
 *
 * @param subtag lower case
 */
export function isLanguage(subtag: string): boolean {
  return subtag === 'qaa' || (/^[a-z]{2,3}$/.test(subtag) && Object.hasOwn(registry, subtag));
}
