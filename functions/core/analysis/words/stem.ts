import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';

/** Porter's algorithm for English, the Snowball algorithms (snowballstem.org) for the others. */
const STEMMERS: Partial<Record<string, (word: string) => string>> = {
  da: danish,
  de: german,
  en: (word) => english(word.replace(POSSESSIVE, '')),
  es: spanish,
  fr: french,
  it: italian,
  nb: norwegian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};

/** Porter's algorithm does not know the ending `'s`. */
const POSSESSIVE = /['’]s?$/;
/** What the algorithms are made for: no digits and symbols, and no longer than words of these languages are. */
const WORD = /^[\p{sc=Latn}\p{sc=Cyrl}]{1,50}(?:['’][\p{sc=Latn}]{0,50})?$/u;

/**
 * The stem that the inflections of a word share. Stems serve to compare words and are often no words themselves.
 *
 * @param word in the normal form
 * @param language BCP 47 tag; null if unknown
 * @returns the word itself if it is not a plain word, or its language is unknown or has no stemmer here
 */
export function stem(word: string, language: string | null): string {
  const stemmer = language === null ? undefined : STEMMERS[language.split('-', 1)[0]!];
  return stemmer && WORD.test(word) ? stemmer(word) || word : word;
}
