import type { Modifiers } from '../modifiers.ts';

export const de: Modifiers = {
  groups: {
    comparisons: {
      queries: '… vergleich|… oder|… vs|… alternative|unterschied …',
      anywhere:
        'vs|versus|vergleich|vergleichen|im vergleich|unterschied|unterschiede|alternative|alternativen|besser als',
      beside: 'oder|und',
    },
    questions: {
      queries: 'was ist …|welche …|warum …|wie viel kostet …|wo …|wann …|wer …|ist …|kann man …',
      anywhere:
        'was|warum|wieso|weshalb|wie viel|wieviel|wie lange|wie oft|wie viele|wie groß|wie hoch|wie alt|was ist|was kostet|wie viel kostet|wie',
      first:
        'wo|wann|wer|wessen|wem|wen|welche|welcher|welches|welchen|welchem|ist|sind|kann|kann man|darf|darf man|muss|muss man|soll|sollte|wird|hat|woher|wohin|wofür|wozu',
    },
    commercial: {
      queries: '… kaufen|… preis|… günstig|… kosten|… in der nähe|… gebraucht',
      anywhere:
        'kaufen|preis|preise|preisvergleich|kosten|kostet|günstig|günstige|günstiger|günstigste|guenstig|billig|billige|billiger|kostenlos|kostenlose|gratis|umsonst|bestellen|mieten|leihen|ausleihen|verleih|gebraucht|gebrauchte|angebot|angebote|rabatt|gutschein|gutscheine|sale|reduziert|shop|laden|händler|in der nähe|in meiner nähe|zu verkaufen|verkaufen',
    },
    recommendations: {
      queries: '… test|beste …|… erfahrungen|… empfehlung|… bewertung',
      anywhere:
        'test|tests|testsieger|stiftung warentest|beste|bester|bestes|besten|top|erfahrung|erfahrungen|erfahrungsberichte|empfehlung|empfehlungen|empfehlenswert|bewertung|bewertungen|rezension|rezensionen|marke|marken|ranking|bestenliste|lohnt sich',
    },
    how_to: {
      queries: '… anleitung|… selber machen|… tipps|… für anfänger|… beispiele|… vorlage',
      anywhere:
        'anleitung|anleitungen|selber machen|selbst machen|selber bauen|selbst bauen|selber nähen|schritt für schritt|tutorial|tipps|tricks|ratgeber|für anfänger|für einsteiger|beispiel|beispiele|vorlage|vorlagen|muster|kurs|kurse|lernen|checkliste|pdf|diy|rezept|rezepte',
      first:
        'wie macht man|wie mache ich|wie kann ich|wie kann man|wie funktioniert|wie baut man|wie benutzt man|wie reinigt man',
    },
    problems: {
      queries: '… probleme|… funktioniert nicht|… fehler|… kaputt',
      anywhere:
        'problem|probleme|funktioniert nicht|geht nicht|fehler|fehlermeldung|kaputt|defekt|nebenwirkungen|nachteile|risiko|risiken|gefährlich|reparieren|reparatur|undicht|betrug|abzocke|hilft nicht|startet nicht',
    },
    prepositions: {
      queries: '… für|… mit|… ohne|… bei|… aus|… gegen',
      anywhere:
        'für|fuer|mit|ohne|bei|aus|gegen|von|vom|zum|zur|zu|im|in|am|an|auf|unter|über|nach|vor|während|zwischen|ab|bis|um|ist',
    },
  },
  letters: 'skbafmhg',
};
