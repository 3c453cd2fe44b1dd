import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };

/**
 * Whether a subtag is a language of the IANA registry: the same set as axe-core's `isValidLang`, which Lighthouse uses;
 * of the private-use range `qaa..qtz` that knows the first code alone.
 *
 * @param subtag lower case
 * @see https://www.rfc-editor.org/rfc/rfc5646 section 3.1 (the registry)
 */
export function isLanguage(subtag: string): boolean {
  return subtag === 'qaa' || (/^[a-z]{2,3}$/.test(subtag) && Object.hasOwn(registry, subtag));
}
