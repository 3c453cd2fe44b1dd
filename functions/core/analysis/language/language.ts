import { wordsOf } from './words.ts';

/** Scripts that (almost) only one language uses; kana and Hangul are checked before Han. */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Laoo}/u, 'lo'],
  [/\p{sc=Khmr}/u, 'km'],
  [/\p{sc=Mymr}/u, 'my'],
  [/\p{sc=Hebr}/u, 'he'],
  // A single Greek letter is usually a scientific symbol.
  [/\p{sc=Grek}{2}/u, 'el'],
  [/\p{sc=Armn}/u, 'hy'],
  [/\p{sc=Geor}/u, 'ka'],
  [/\p{sc=Taml}/u, 'ta'],
  [/\p{sc=Telu}/u, 'te'],
  [/\p{sc=Knda}/u, 'kn'],
  [/\p{sc=Mlym}/u, 'ml'],
  [/\p{sc=Gujr}/u, 'gu'],
  [/\p{sc=Guru}/u, 'pa'],
  [/\p{sc=Sinh}/u, 'si'],
];

/** Characters without letters of the other scripts: a text of these needs none of their regular expressions. */
const LATIN = /^[\0-\u02ff]*$/;

/** The language with most speakers, for scripts of several languages. */
const SHARED_SCRIPTS: [RegExp, string][] = [
  [/\p{sc=Cyrl}/u, 'ru'],
  [/\p{sc=Arab}/u, 'ar'],
  [/\p{sc=Deva}/u, 'hi'],
  [/\p{sc=Beng}/u, 'bn'],
];

/**
 * @returns ISO 639 code if only one language uses the script of a text; null for Latin, Cyrillic, Arabic and other
 *   shared scripts
 */
export function scriptLanguage(text: string): string | null {
  if (LATIN.test(text)) return null;
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? null;
}

/** Returns whether a language has a script of its own: a word in another script is not one of its words. */
export function hasOwnScript(language: string): boolean {
  return SCRIPTS.some(([, own]) => own === language);
}

/**
 * Determines the language of a search text: by its script, Chinese and Japanese by their characters, Latin by words.
 *
 * @param text in the normal form
 * @returns language code as in a `Locale`; `en` if the text indicates no other
 */
export function languageOf(text: string): string {
  const own = scriptLanguage(text);
  if (own !== null) return own === 'zh' ? hanLanguage(text) : own;
  return SHARED_SCRIPTS.find(([script]) => script.test(text))?.[1] ?? latinLanguage(text);
}

/**
 * Returns the language of a phrase from an engine: that of its script, otherwise the language of the request. Japanese
 * can consist of Han characters only.
 */
export function languageOfAnswer(phrase: string, asked: string): string {
  const own = scriptLanguage(phrase);
  return own === null || (own === 'zh' && asked === 'ja') ? asked : own;
}

/** @returns the market where a language has most speakers, by CLDR's likely subtags: `US` for `en`, `BR` for `pt` */
export function mainRegion(language: string): string {
  return new Intl.Locale(language).maximize().region ?? 'US';
}

/**
 * Words that indicate the language of a short text: function words, and words that are frequent in searches. A word
 * that is equally common in another of these languages is in both lists. English words that are names or loan words
 * elsewhere (`online`, `shop`, `test`) are in none.
 */
const WORDS: Record<string, string> = {
  en: 'the and of for with without near me best cheap free buy how what why which when where who is are can does do should vs versus review reviews price prices for to in on at my your you i it from by or not working women men kids ideas meaning examples beginners come recipe recipes no',
  de: 'der das den dem des ein eine einen einem einer und oder mit ohne für fuer von vom zum zur im auf bei nach aus über unter gegen zwischen ist sind wie wo wann warum wieso welche welcher welches wer nicht kein keine kaufen bestellen mieten leihen günstig guenstig günstige billig preis preise kosten kostet kostenlos gebraucht vergleich unterschied erfahrungen erfahrung bewertung bewertungen testsieger empfehlung beste bester bestes besten gute guter selber machen man backen kochen bauen waschen anleitung rezept rezepte tipps anfänger probleme fehler funktioniert reparieren damen herren kinder kind frauen männer mädchen jungen hund hunde katze katzen schuhe kleid jacke hose garten küche haus wohnung auto fahrrad urlaub reise zelt arzt nähe heute jahre geschenk geschenke bedeutung in an was du bin bist ich',
  fr: 'à le les la un une des du de et ou avec sans pour par sur dans en au aux chez est sont qui que quoi quel quelle quels quelles comment pourquoi combien où quand pas ne plus moins mon ma mes son acheter achat prix cher chère avis gratuit gratuite occasion comparatif comparaison différence meilleur meilleure meilleurs meilleures faire fabriquer recette recettes tuto tutoriel conseils idée idées problème problèmes panne réparer femme femmes homme hommes enfant enfants fille garçon bébé chien chat chaussure chaussures robe maison jardin cuisine voiture vélo voyage location livraison près proche signification définition cadeau',
  es: 'el la los las un una unos unas de del y o con sin para por en al es son que qué cual cuál cómo como cuándo dónde donde quién cuánto cuanto cuesta precio precios comprar barato barata baratos baratas gratis oferta ofertas opiniones reseñas mejor mejores hacer receta recetas casero casera cerca diferencia entre alquiler segunda mano problemas errores funciona mujer mujeres hombre hombres niño niños niña niñas bebé perro perros gato zapatos zapatillas vestido casa jardín cocina coche carro viaje significado tienda regalo regalos ideas ejemplos principiantes',
  it: 'il lo la i gli le un uno una di del della dei delle e o con senza per su in da nel nella è sono che chi cosa come quando dove perché quanto quale quali costa comprare acquistare prezzo prezzi economico economici economiche gratis offerta offerte opinioni recensioni recensione migliore migliori fare ricetta ricette casa vicino differenza tra usato usati noleggio problemi errore errori funziona guida consigli donna donne uomo bambino bambini bambina neonato cane cani gatto scarpe scarpa vestito giardino cucina macchina bicicletta viaggio significato negozio regalo regali idee tenda principianti',
  pt: 'o os as um uma uns umas de do da dos das e ou com sem para por em no na nos nas ao é são que qual quais como quando onde quem quanto custa preço preços preco comprar barato barata baratos baratas grátis promoção oferta melhor melhores fazer receita receitas caseiro caseira perto diferença entre aluguel usado usados problemas erro erros funciona mulher mulheres homem homens feminino feminina masculino masculina infantil criança crianças bebê menino menina cachorro gato sapato sapatos tênis vestido casa jardim cozinha carro bicicleta viagem significado loja presente presentes ideias exemplos iniciantes opiniões avaliação',
};

/**
 * Letters that indicate a language without a word of it. Only the first that match count: later languages share their
 * letters with earlier ones (`ã` and `ă` are Vietnamese too, `å` Danish, `ş` Romanian in its older spelling). In a text
 * of letters that other languages have too, Vietnamese is recognised by two that no other language combines.
 */
const OWN_LETTERS: [letters: RegExp, language: string][] = [
  [/ß/, 'de'],
  [/[ĩũơưđ\u1ea0-\u1ef9]|^(?=.*ă).*[àáãéèêíìóòõôúùý]|^(?=.*[áãõ]).*[èìòù]/, 'vi'],
  [/[ãõ]/, 'pt'],
  [/[ąęłżźśń]/, 'pl'],
  [/[řěů]/, 'cs'],
  [/[șțţă]/, 'ro'],
  [/[ğış]/, 'tr'],
  [/[őű]/, 'hu'],
  [/[øæ]/, 'da'],
  [/å/, 'sv'],
];
const OWN_LETTERS_POINTS = 4;

/** Letters that other languages have too, and points for the most frequent ones; one point needs a word in addition. */
const LETTERS: [letters: RegExp, points: Record<string, number>][] = [
  [/[äöü]/, { de: 2 }],
  [/[ñ¿¡]/, { es: 2 }],
  [/[œëï]/, { fr: 2 }],
  [/[ìò]/, { it: 2 }],
  [/[éèêàâùûîôç]/, { fr: 1 }],
  [/[áéíóúâêôç]/, { pt: 1 }],
  [/[áéíóú]/, { es: 1 }],
  [/[àèéù]/, { it: 1 }],
];

/** Endings that are very rare in English. */
const ENDINGS: [ending: RegExp, language: string][] = [
  [/(?:ung|ungen|keit|heit|schaft|schuhe|lich)$/, 'de'],
  [/(?:eux|eaux|euse|euses|oire|ssures?|ière|ières|ettes)$/, 'fr'],
  [/(?:ciones|dades|illos?|illas?)$/, 'es'],
  [/(?:zion[ei]|ità|etti|elli|ezza)$/, 'it'],
  [/(?:agem|agens|ções|eiros?|eiras?|inhos?)$/, 'pt'],
];

/** Short words occur in names (`las vegas`, `el paso`): one alone is too little evidence. */
const MAX_WEAK_LENGTH = 3;
/** Minimum evidence: that of one word of only one language. */
const MIN_POINTS = 2;

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of new Set(words.split(' '))) {
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);
  }
}

/**
 * Determines the language of a short text in Latin letters by words, letters and endings of the most frequent languages
 * of searches. A text without any of them, such as a name, indicates none.
 *
 * @param text in the normal form
 * @returns ISO 639 code; `en` if nothing, or equal evidence, indicates another language
 */
function latinLanguage(text: string): string {
  const points = new Map<string, number>();
  const add = (language: string, more: number) => points.set(language, (points.get(language) ?? 0) + more);
  for (const word of new Set(wordsOf(text).flatMap((word) => [word, ...word.split(/['’]/)]))) {
    const languages = languagesByWord.get(word) ?? [];
    const each = languages.length === 1 && word.length > MAX_WEAK_LENGTH ? 2 : 1;
    for (const language of languages) add(language, language === 'en' ? 2 : each);
    if (languages.length === 0) for (const [ending, language] of ENDINGS) if (ending.test(word)) add(language, 1);
  }
  const own = OWN_LETTERS.find(([letters]) => letters.test(text));
  if (own) add(own[1], OWN_LETTERS_POINTS);
  for (const [letters, each] of LETTERS) {
    if (letters.test(text)) for (const [language, more] of Object.entries(each)) add(language, more);
  }
  const english = points.get('en') ?? 0;
  const [best, most] = [...points].toSorted((one, other) => other[1] - one[1])[0] ?? ['en', 0];
  return most >= MIN_POINTS && most > english ? best : 'en';
}

/**
 * Han characters of national character sets, by script. Created when first needed. Strings and not sets, which take
 * longer to create: search texts have few characters.
 */
let sets: Record<'simplified' | 'traditional' | 'japanese', string> | undefined;

/**
 * Determines the script of a text in Han characters. A character of only one of the character sets of China (GB 2312),
 * Taiwan (Big5, HKSCS) and Japan (JIS X 0208) indicates its script; most characters are in several of them.
 *
 * @param text with Han characters, without kana
 * @returns language code: `ja` with a character that only Japanese has, `zh-Hant` if most of the indicative characters
 *   are traditional, else `zh` (simplified)
 */
function hanLanguage(text: string): 'zh' | 'zh-Hant' | 'ja' {
  const { simplified, traditional, japanese } = (sets ??= readSets());
  let balance = 0;
  let onlyJapanese = 0;
  for (const character of text) {
    const [isSimplified, isTraditional] = [simplified.includes(character), traditional.includes(character)];
    if (isSimplified !== isTraditional) balance += isTraditional ? 1 : -1;
    else if (!isSimplified && japanese.includes(character)) onlyJapanese += 1;
  }
  if (onlyJapanese > 0 && balance >= 0) return 'ja';
  return balance > 0 ? 'zh-Hant' : 'zh';
}

function readSets(): NonNullable<typeof sets> {
  return {
    simplified: charactersOf('gbk', [[0xb0, 0xf7]], [[0xa1, 0xfe]]),
    traditional: charactersOf(
      'big5',
      [
        [0xa4, 0xc6],
        [0xc9, 0xf9],
      ],
      [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ],
    ),
    japanese: charactersOf('euc-jp', [[0xb0, 0xf4]], [[0xa1, 0xfe]]),
  };
}

type Range = [from: number, to: number];

/** Creates a set from the platform's decoder: all pairs of bytes in the ranges of Han characters are decoded. */
function charactersOf(encoding: string, leads: Range[], trails: Range[]): string {
  const bytes: number[] = [];
  for (const lead of within(leads)) for (const trail of within(trails)) bytes.push(lead, trail);
  return new TextDecoder(encoding).decode(new Uint8Array(bytes));
}

function within(ranges: Range[]): number[] {
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
