import type { Modifiers } from '../groups.ts';

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

export const en: Modifiers = {
  groups: {
    comparisons: {
      queries: '… vs|… alternative|… or|… versus|… and',
      anywhere: 'vs|versus|compared|comparison|difference|differences|alternative|alternatives|compare',
      beside: 'or|and|like',
    },
    questions: {
      queries: 'what …|why …|which …|is …|can …|when …|where …|who …|how much …',
      anywhere: 'what|why|how|how much|how many|how long|how often|how far|how old',
      first: 'when|where|which|who|whose|can|are|will|is|does|do|did|should|was|has',
    },
    commercial: {
      queries: '… price|… near me|… free|buy …|cheap …',
      anywhere:
        'near me|near you|for sale|price|prices|pricing|cost|costs|cheap|cheaper|cheapest|affordable|free|for free|buy|buying|purchase|order|sale|deal|deals|discount|discounts|coupon|coupons|quote|quotes|store|shop|hire|rent|rental',
    },
    recommendations: {
      queries: 'best …|… review|top …|… reddit',
      anywhere:
        'best|top|review|reviews|rating|ratings|rated|ranking|recommended|recommendation|recommendations|reddit|brand|brands|worth it',
    },
    how_to: {
      queries: 'how to …|… tutorial|… for beginners|… examples|… template',
      anywhere:
        'how to|for beginners|step by step|tutorial|tutorials|guide|guides|tips|tricks|example|examples|template|templates|course|courses|training|checklist|diy|pdf|learn|explained',
      first: 'how to',
    },
    problems: {
      queries: '… problems|… not working|… mistakes|… error',
      anywhere:
        "not working|side effects|problem|problems|issue|issues|error|errors|fix|fixes|broken|fail|fails|failed|failure|failures|failing|mistake|mistakes|risk|risks|disadvantages|cons|drawbacks|scam|scams|bug|bugs|troubleshooting|won't|can't|doesn't",
    },
    prepositions: {
      queries: '… for|… with|… without|… to|… near',
      anywhere:
        'for|with|without|to|near|in|on|at|from|by|of|about|under|after|before|during|between|into|over|through|until|is|can',
    },
  },
  letters: 'scpabtmd',
};

export const es: Modifiers = {
  groups: {
    comparisons: {
      queries: '… o|… vs|… alternativa|diferencia entre …|… comparativa|… y',
      anywhere:
        'vs|versus|comparativa|comparativas|comparación|comparar|comparador|diferencia|diferencias|diferencia entre|alternativa|alternativas|mejor que|en comparación con',
      beside: 'o|y',
    },
    questions: {
      queries: 'qué es …|por qué …|cuál …|dónde …|cuándo …|cuánto cuesta …|quién …|se puede …',
      anywhere:
        'qué|que es|qué es|qué son|por qué|porque|cuánto|cuanto|cuánta|cuántos|cuántas|cuánto cuesta|cuanto cuesta|cuánto tiempo|cuanto dura|para qué sirve|para que sirve|cómo|como',
      first:
        'que|cuál|cual|cuáles|cuales|dónde|donde|cuándo|cuando|quién|quien|quiénes|se puede|es|son|puedo|puede|hay|por que',
    },
    commercial: {
      queries: '… precio|comprar …|… barato|… gratis|… cerca de mí|… segunda mano',
      anywhere:
        'precio|precios|comprar|compra|barato|barata|baratos|baratas|económico|económica|económicos|gratis|gratuito|gratuita|oferta|ofertas|descuento|descuentos|rebajas|cupón|venta|en venta|vender|alquiler|alquilar|segunda mano|de segunda mano|usado|usados|tienda|tiendas|cerca de mí|cerca de mi|coste|costo|presupuesto|pedir',
    },
    recommendations: {
      queries: 'mejor …|… opiniones|mejores …|… recomendados|… marcas',
      anywhere:
        'mejor|mejores|opinión|opiniones|reseña|reseñas|valoraciones|recomendado|recomendada|recomendados|recomendadas|recomendación|recomendaciones|top|ranking|ocu|marca|marcas|vale la pena|merece la pena',
    },
    how_to: {
      queries: 'cómo hacer …|… tutorial|… para principiantes|… ejemplos|… plantilla|cómo usar …',
      anywhere:
        'cómo hacer|como hacer|cómo usar|como usar|cómo se hace|como se hace|paso a paso|tutorial|tutoriales|guía|guias|guías|para principiantes|principiantes|ejemplo|ejemplos|plantilla|plantillas|curso|cursos|aprender|trucos|consejos|pdf|diy|receta|recetas|casero|casera|manual',
      first:
        'cómo hacer|como hacer|cómo usar|como usar|cómo se hace|como se hace|cómo elegir|como elegir|cómo limpiar|como limpiar|cómo instalar|como instalar|cómo crear|como crear',
    },
    problems: {
      queries: '… problemas|… no funciona|… error|… desventajas',
      anywhere:
        'problema|problemas|no funciona|no funcionan|no enciende|no carga|error|errores|fallo|fallos|avería|averías|roto|rota|reparar|reparación|efectos secundarios|desventajas|contras|riesgo|riesgos|peligro|peligros|estafa',
    },
    prepositions: {
      queries: '… para|… con|… sin|… de|… en',
      anywhere:
        'para|con|sin|de|del|en|a|al|por|sobre|bajo|contra|desde|hasta|hacia|entre|según|durante|antes|después|es',
    },
  },
  letters: 'cpamsdeb',
};

export const fr: Modifiers = {
  groups: {
    comparisons: {
      queries: '… ou|… comparatif|… vs|… alternative|différence …',
      anywhere:
        'vs|versus|comparatif|comparatifs|comparaison|comparer|comparateur|différence|différences|difference|alternative|alternatives|par rapport à',
      beside: 'ou|et',
    },
    questions: {
      queries: "qu'est-ce que …|pourquoi …|quel …|où …|quand …|combien coûte …|est-ce que …|qui …|c'est quoi …",
      anywhere:
        "qu'est ce que|qu'est ce qu'un|qu'est ce qu'une|c'est quoi|pourquoi|combien|combien coûte|combien coute|combien de temps|quoi|comment",
      first: 'quel|quelle|quels|quelles|lequel|laquelle|où|quand|qui|que|est ce que|est ce qu|peut on|faut il',
    },
    commercial: {
      queries: '… prix|… pas cher|acheter …|… gratuit|… près de chez moi|… occasion',
      anywhere:
        "prix|tarif|tarifs|coût|cout|pas cher|pas chère|pas chers|pas chères|moins cher|acheter|achat|vente|à vendre|gratuit|gratuite|gratuits|gratuitement|promo|promotion|promotions|soldes|réduction|code promo|devis|location|louer|occasion|d'occasion|magasin|boutique|commander|près de chez moi|près de moi|autour de moi|proche de moi|livraison",
    },
    recommendations: {
      queries: '… avis|meilleur …|… recommandation|top …|… marque',
      anywhere:
        'avis|meilleur|meilleure|meilleurs|meilleures|top|test|tests|recommandation|recommandations|recommandé|conseillé|classement|note|notes|marque|marques|60 millions de consommateurs|que choisir',
    },
    how_to: {
      queries: 'comment faire …|… tuto|… pour débutant|… exemple|… modèle|comment choisir …',
      anywhere:
        'comment faire|comment choisir|comment utiliser|comment fabriquer|comment nettoyer|comment installer|tuto|tutos|tutoriel|mode d emploi|guide|pour débutant|pour débutants|débutant|étape par étape|astuce|astuces|conseils|exemple|exemples|modèle|modèles|formation|cours|apprendre|pdf|diy|recette|recettes|fait maison|faire soi même',
      first:
        'comment faire|comment choisir|comment utiliser|comment fabriquer|comment nettoyer|comment installer|comment créer|comment réparer',
    },
    problems: {
      queries: '… problème|… ne fonctionne pas|… panne|… erreur|… danger',
      anywhere:
        'problème|problèmes|probleme|ne fonctionne pas|ne marche pas|ne marche plus|ne fonctionne plus|panne|pannes|en panne|erreur|erreurs|danger|dangers|risque|risques|effets secondaires|inconvénient|inconvénients|cassé|réparer|réparation|arnaque|ne s allume plus',
    },
    prepositions: {
      queries: '… pour|… avec|… sans|… en|… sur',
      anywhere:
        'pour|avec|sans|en|sur|sous|dans|de|du|des|à|au|aux|chez|par|contre|avant|après|pendant|entre|jusqu à|vers|est',
    },
  },
  letters: 'pcarsmdf',
};

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

export const pt: Modifiers = {
  groups: {
    comparisons: {
      queries: '… ou|… vs|… alternativa|diferença entre …|… comparativo|… e',
      anywhere:
        'vs|versus|comparativo|comparativos|comparação|comparar|comparador|diferença|diferenças|diferença entre|diferenca|alternativa|alternativas|melhor que|melhor do que',
      beside: 'ou|e',
    },
    questions: {
      queries: 'o que é …|por que …|qual …|onde …|quando …|quanto custa …|quem …|pode …',
      anywhere:
        'o que|o que é|o que e|o que são|por que|porque|por quê|quanto|quanta|quantos|quantas|quanto custa|quanto tempo|quanto dura|para que serve|pra que serve|como',
      first: 'qual|quais|onde|quando|quem|que|pode|posso|é|são|tem|existe|vale',
    },
    commercial: {
      queries: '… preço|comprar …|… barato|… grátis|… perto de mim|… usado',
      anywhere:
        'preço|preços|preco|precos|valor|custo|comprar|compra|barato|barata|baratos|baratas|em conta|grátis|gratis|gratuito|gratuita|oferta|ofertas|promoção|promoções|desconto|descontos|cupom|venda|à venda|vender|aluguel|alugar|usado|usada|usados|usadas|loja|lojas|perto de mim|orçamento|atacado|encomendar',
    },
    recommendations: {
      queries: 'melhor …|… avaliação|melhores …|… recomendação|… é bom',
      anywhere:
        'melhor|melhores|avaliação|avaliações|opinião|opiniões|resenha|resenhas|recomendação|recomendações|recomendado|recomendada|recomendados|ranking|top|é bom|é boa|reclame aqui|marca|marcas|vale a pena|teste',
    },
    how_to: {
      queries: 'como fazer …|… tutorial|… para iniciantes|… exemplos|… modelo|como usar …',
      anywhere:
        'como fazer|como usar|como se faz|como escolher|passo a passo|tutorial|tutoriais|guia|para iniciantes|iniciantes|exemplo|exemplos|modelo|modelos|curso|cursos|aprender|dicas|truques|pdf|diy|receita|receitas|caseiro|caseira|manual',
      first:
        'como fazer|como usar|como se faz|como escolher|como limpar|como instalar|como criar|como funciona|como consertar',
    },
    problems: {
      queries: '… problemas|… não funciona|… erro|… desvantagens',
      anywhere:
        'problema|problemas|não funciona|nao funciona|não funcionam|não liga|não carrega|erro|erros|defeito|defeitos|quebrado|quebrada|consertar|conserto|efeitos colaterais|desvantagens|contras|risco|riscos|perigo|perigos|golpe|faz mal',
    },
    prepositions: {
      queries: '… para|… com|… sem|… de|… em',
      anywhere:
        'para|pra|com|sem|de|do|da|dos|das|em|no|na|nos|nas|a|ao|à|por|pelo|pela|sobre|sob|contra|desde|até|entre|durante|antes|depois|é',
    },
  },
  letters: 'pcamsdeb',
};
