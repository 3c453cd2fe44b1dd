import { wordsOf } from './words.ts';

/**
 * Words by which short texts of a language are told: function words, and the words that searches are full of. A word
 * that is as common in another of these languages stands in both. English words that are names or loans elsewhere
 * (`online`, `shop`, `test`) stand nowhere.
 */
const WORDS: Record<string, string> = {
  en: 'the and of for with without near me best cheap free buy how what why which when where who is are can does do should vs versus review reviews price prices for to in on at my your you i it from by or not working women men kids ideas meaning examples beginners come recipe recipes no',
  de: 'der das den dem des ein eine einen einem einer und oder mit ohne für fuer von vom zum zur im auf bei nach aus über unter gegen zwischen ist sind wie wo wann warum wieso welche welcher welches wer nicht kein keine kaufen bestellen mieten leihen günstig guenstig günstige billig preis preise kosten kostet kostenlos gebraucht vergleich unterschied erfahrungen erfahrung bewertung bewertungen testsieger empfehlung beste bester bestes besten gute guter selber machen man backen kochen bauen waschen anleitung rezept rezepte tipps anfänger probleme fehler funktioniert reparieren damen herren kinder kind frauen männer mädchen jungen hund hunde katze katzen schuhe kleid jacke hose garten küche haus wohnung auto fahrrad urlaub reise zelt arzt nähe heute jahre geschenk geschenke bedeutung in an was du bin bist ich',
  fr: 'à le les la un une des du de et ou avec sans pour par sur dans en au aux chez est sont qui que quoi quel quelle quels quelles comment pourquoi combien où quand pas ne plus moins mon ma mes son acheter achat prix cher chère avis gratuit gratuite occasion comparatif comparaison différence meilleur meilleure meilleurs meilleures faire fabriquer recette recettes tuto tutoriel conseils idée idées problème problèmes panne réparer femme femmes homme hommes enfant enfants fille garçon bébé chien chat chaussure chaussures robe maison jardin cuisine voiture vélo voyage location livraison près proche signification définition cadeau',
  es: 'el la los las un una unos unas de del y o con sin para por en al es son que qué cual cuál cómo como cuándo dónde donde quién cuánto cuanto cuesta precio precios comprar barato barata baratos baratas gratis oferta ofertas opiniones reseñas mejor mejores hacer receta recetas casero casera cerca diferencia entre alquiler segunda mano problemas errores funciona mujer mujeres hombre hombres niño niños niña niñas bebé perro perros gato zapatos zapatillas vestido casa jardín cocina coche carro viaje significado tienda regalo regalos ideas ejemplos principiantes',
  it: 'il lo la i gli le un uno una di del della dei delle e o con senza per su in da nel nella è sono che chi cosa come quando dove perché quanto quale quali costa comprare acquistare prezzo prezzi economico economici economiche gratis offerta offerte opinioni recensioni recensione migliore migliori fare ricetta ricette casa vicino differenza tra usato usati noleggio problemi errore errori funziona guida consigli donna donne uomo bambino bambini bambina neonato cane cani gatto scarpe scarpa vestito giardino cucina macchina bicicletta viaggio significato negozio regalo regali idee tenda principianti',
  pt: 'o os as um uma uns umas de do da dos das e ou com sem para por em no na nos nas ao é são que qual quais como quando onde quem quanto custa preço preços preco comprar barato barata baratos baratas grátis promoção oferta melhor melhores fazer receita receitas caseiro caseira perto diferença entre aluguel usado usados problemas erro erros funciona mulher mulheres homem homens feminino feminina masculino masculina infantil criança crianças bebê menino menina cachorro gato sapato sapatos tênis vestido casa jardim cozinha carro bicicleta viagem significado loja presente presentes ideias exemplos iniciantes opiniões avaliação',
};

/** Letters and their points: those of one language alone decide, others need a word beside them. */
const LETTERS: [letters: RegExp, points: Record<string, number>][] = [
  [/ß/, { de: 4 }],
  [/[ãõ]/, { pt: 4 }],
  [/[äöü]/, { de: 2 }],
  [/[ñ¿¡]/, { es: 2 }],
  [/[œëï]/, { fr: 2 }],
  [/[ìò]/, { it: 2 }],
  [/[éèêàâùûîôç]/, { fr: 1 }],
  [/[áéíóúâêôç]/, { pt: 1 }],
  [/[áéíóú]/, { es: 1 }],
  [/[àèéù]/, { it: 1 }],
  [/[ąęłżźśń]/, { pl: 4 }],
  [/[řěů]/, { cs: 4 }],
  [/[ğış]/, { tr: 4 }],
  [/[őű]/, { hu: 4 }],
  [/[șță]/, { ro: 4 }],
  [/å/, { sv: 4 }],
  [/[øæ]/, { da: 4 }],
  [/[ơưđ\u1ea0-\u1ef9]/, { vi: 4 }],
];

/** Endings that hardly any English word has. */
const ENDINGS: [ending: RegExp, language: string][] = [
  [/(?:ung|ungen|keit|heit|schaft|schuhe|lich)$/, 'de'],
  [/(?:eux|eaux|euse|euses|oire|ssures?|ière|ières|ettes)$/, 'fr'],
  [/(?:ciones|dades|illos?|illas?)$/, 'es'],
  [/(?:zion[ei]|ità|etti|elli|ezza)$/, 'it'],
  [/(?:agem|agens|ções|eiros?|eiras?|inhos?)$/, 'pt'],
];

/** Short words are in names (`las vegas`, `el paso`): one alone is too little evidence. */
const LONGEST_WEAK = 3;
/** Less evidence than one word that is a language's own is none. */
const LEAST_POINTS = 2;

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of new Set(words.split(' '))) {
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);
  }
}

/**
 * Tells the language of a short text in Latin letters by words, letters and endings of the languages that searches are
 * most often in. A text without any of them, such as a name, tells nothing.
 *
 * @param text in the normal form
 * @returns ISO 639 code; `en` where nothing, or as much, speaks for another language
 */
export function latinLanguage(text: string): string {
  const points = new Map<string, number>();
  const add = (language: string, more: number) => points.set(language, (points.get(language) ?? 0) + more);
  for (const word of new Set(wordsOf(text).flatMap((word) => [word, ...word.split(/['’]/)]))) {
    const languages = languagesByWord.get(word) ?? [];
    const each = languages.length === 1 && word.length > LONGEST_WEAK ? 2 : 1;
    for (const language of languages) add(language, language === 'en' ? 2 : each);
    if (languages.length === 0) for (const [ending, language] of ENDINGS) if (ending.test(word)) add(language, 1);
  }
  for (const [letters, each] of LETTERS) {
    if (letters.test(text)) for (const [language, more] of Object.entries(each)) add(language, more);
  }
  const english = points.get('en') ?? 0;
  const [best, most] = [...points].toSorted((one, other) => other[1] - one[1])[0] ?? ['en', 0];
  return most >= LEAST_POINTS && most > english ? best : 'en';
}
