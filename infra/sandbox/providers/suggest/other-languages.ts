/** What the stand-ins suggest in languages other than English and simplified Chinese: enough for each group and letter. */
interface Vocabulary {
  /** Completions; `{}` is the query. A query with a modifier gets the same ones. */
  completions: string;
  /** Words that follow a letter, of which those that begin with it are suggested. */
  words: string;
  /** Between the query and a word. */
  space: '' | ' ';
}

const VOCABULARIES: Record<string, Vocabulary> = {
  de: {
    completions:
      '{} kaufen|{} test|günstige {}|{} für kinder|{} gebraucht|was ist {}|{} selber machen|{} oder mieten|{} vergleich|beste {}|{} mit anleitung|{} in der nähe|{} probleme|{} erfahrungen|{} reparieren|wie viel kostet {}|{} für anfänger|{} ohne strom',
    words:
      'angebot ausleihen balkon beispiele camping damen deutschland einfach erfahrung familie flohmarkt garten gebraucht herren hamburg ideen kinder köln kosten laden leicht mieten münchen norma obi online preis regal sale set test tasche vergleich wasserdicht xl zubehör',
    space: ' ',
  },
  fr: {
    completions:
      '{} pas cher|{} avis|meilleur {}|{} pour enfant|{} occasion|comment faire {}|{} ou location|{} comparatif|{} prix|{} avec notice|{} près de chez moi|{} problème|pourquoi {}|{} sans fil|combien coûte {}|{} pour débutant|{} tuto|{} en promo',
    words:
      'adulte auchan bois bébé camping carrefour cdiscount decathlon dimension enfant exemple femme fnac grand gifi homme ikea jardin kit lidl leclerc maison modèle neuf occasion paris pliable prix rouge solde simple toulouse usage vente xxl',
    space: ' ',
  },
  es: {
    completions:
      '{} barato|{} precio|mejor {}|{} para niños|{} segunda mano|cómo hacer {}|{} o alquiler|{} comparativa|{} opiniones|{} con garantía|{} cerca de mí|{} problemas|qué es {}|{} sin cable|cuánto cuesta {}|{} para principiantes|{} gratis|{} en oferta',
    words:
      'amazon adultos barcelona blanco carrefour casa decathlon docena ejemplos económico familiar fácil grande guía hombre ideas juego kit lidl ligero madrid mujer niños nuevo online oferta para pequeño plegable rojo salón set tienda usado verano xl',
    space: ' ',
  },
  it: {
    completions:
      '{} prezzi|{} economico|migliore {}|{} per bambini|{} usato|come fare {}|{} o noleggio|{} confronto|{} recensioni|{} con istruzioni|{} vicino a me|{} problemi|perché {}|{} senza fili|quanto costa {}|{} per principianti|{} gratis|{} in offerta',
    words:
      'amazon adulti bambini bianco casa campeggio decathlon donna economico esempi famiglia facile grande giardino ikea idee kit lidl leggero milano modello nuovo negozio online offerta piccolo prezzo pieghevole roma rosso set sconto tascabile uomo vendita xl',
    space: ' ',
  },
  pt: {
    completions:
      '{} barato|{} preço|melhor {}|{} para crianças|{} usado|como fazer {}|{} ou aluguel|{} comparativo|{} avaliação|{} com garantia|{} perto de mim|{} problemas|o que é {}|{} sem fio|quanto custa {}|{} para iniciantes|{} grátis|{} em promoção',
    words:
      'amazon adulto barato branco casa camping decathlon dobrável exemplos econômico familiar fácil grande guia homem ideias infantil kit leve loja masculino mulher novo nacional online oferta pequeno preço portátil rosa simples shopee tamanho usado verde xg',
    space: ' ',
  },
  ja: {
    completions:
      '{} おすすめ|{} 安い|{} 比較|{} 作り方|{} とは|{} 口コミ|{} 初心者|{} 通販|{} ランキング|{} どっち|{} 中古|{} 使い方|{} 故障|{} 女性 向け|{} いつ|{} デメリット|{} なし|{} 収納',
    words:
      'あたたかい アウトドア 有名 かわいい カバー 軽い さいず サンプル 冬 たたみ方 タイプ 高い なまえ 名古屋 夏 はじめて ハンドメイド 福岡 まとめ 丸洗い 水 やすい 柔らかい 山 2026 amazon',
    space: ' ',
  },
  'zh-Hant': {
    completions:
      '{}推薦|{}價格|{}評價|{}是什麼|{}怎麼選|{}比較|{}教學|{}ptt|{}哪裡買|{}便宜|{}和租借差別|{}問題|{}適合新手|{}開箱|{}缺點|為什麼{}|{}二手|{}收納',
    words: 'amazon app costco dcard diy ikea momo mobile01 pchome ptt size shopee ts2026 tw',
    space: '',
  },
};

/** @returns completions of a text in one of these languages; null for any other language */
export function completionsIn(language: string, text: string): string[] | null {
  const vocabulary = Object.hasOwn(VOCABULARIES, language) ? VOCABULARIES[language]! : null;
  if (!vocabulary) return null;
  const { completions, words, space } = vocabulary;
  const [, seed, letter] = /^(.+?) ?(?<= |[^a-z\d])([a-z\d\p{sc=Hira}])$/u.exec(text) ?? [];
  const fitting = letter ? words.split(' ').filter((word) => word.startsWith(letter)) : [];
  if (fitting.length > 0) return fitting.map((word) => `${seed}${space}${word}`);
  // What is in the query already is not suggested again.
  const fresh = completions.split('|').filter((completion) => !text.includes(completion.replace('{}', '').trim()));
  return fresh.map((completion) => completion.replace('{}', () => text));
}
