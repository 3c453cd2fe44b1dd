import type { Modifiers } from '../modifiers.ts';

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
