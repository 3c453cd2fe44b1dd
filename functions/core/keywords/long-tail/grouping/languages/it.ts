import type { Modifiers } from '../modifiers.ts';

export const it: Modifiers = {
  groups: {
    comparisons: {
      queries: '… o|… vs|… alternativa|differenza tra …|… confronto|… e',
      anywhere:
        'vs|versus|confronto|confronti|comparazione|paragone|differenza|differenze|differenza tra|alternativa|alternative|meglio di|rispetto a',
      beside: 'o|e|oppure',
    },
    questions: {
      queries: "cos'è …|perché …|quale …|dove …|quando …|quanto costa …|chi …|si può …",
      anywhere:
        "cos'è|cosa è|cosa sono|che cos'è|che cosa|cosa|perché|perche|quanto|quanta|quanti|quante|quanto costa|quanto dura|a cosa serve|a che serve|come|che cosa è",
      first: 'quale|quali|qual|dove|quando|chi|che|si può|è|sono|posso|può|c è|ci sono',
    },
    commercial: {
      queries: '… prezzo|… economico|comprare …|… gratis|… vicino a me|… usato',
      anywhere:
        'prezzo|prezzi|costo|costi|economico|economica|economici|economiche|comprare|acquistare|acquisto|gratis|gratuito|gratuita|gratuiti|offerta|offerte|sconto|sconti|saldi|promozione|coupon|vendita|in vendita|vendere|noleggio|noleggiare|affitto|usato|usata|usati|usate|negozio|negozi|vicino a me|vicino|preventivo|ordinare',
    },
    recommendations: {
      queries: 'migliore …|… recensioni|migliori …|… opinioni|… consigliati',
      anywhere:
        'miglior|migliore|migliori|recensione|recensioni|opinione|opinioni|consigliato|consigliata|consigliati|consigliate|classifica|top|test|altroconsumo|marca|marche|vale la pena|ne vale la pena',
    },
    how_to: {
      queries: 'come fare …|… tutorial|… per principianti|… esempio|… modello|come scegliere …',
      anywhere:
        'come fare|come si fa|come si usa|come usare|come scegliere|passo passo|passo dopo passo|tutorial|guida|guide|per principianti|principianti|esempio|esempi|modello|modelli|corso|corsi|imparare|trucchi|consigli|pdf|fai da te|ricetta|ricette|fatto in casa|fatta in casa|istruzioni',
      first:
        'come fare|come si fa|come si usa|come usare|come scegliere|come pulire|come installare|come creare|come riparare',
    },
    problems: {
      queries: '… problemi|… non funziona|… errore|… svantaggi',
      anywhere:
        'problema|problemi|non funziona|non funzionano|non si accende|non parte|errore|errori|guasto|guasti|rotto|rotta|riparare|riparazione|effetti collaterali|svantaggi|controindicazioni|rischio|rischi|pericolo|pericoli|truffa|difetti',
    },
    prepositions: {
      queries: '… per|… con|… senza|… da|… in',
      anywhere:
        'per|con|senza|da|dal|dalla|di|del|della|dei|delle|in|nel|nella|a|al|alla|su|sul|sulla|tra|fra|sotto|contro|prima|dopo|durante|fino|è',
    },
  },
  letters: 'pcsamrdb',
};
