import type { Modifiers } from '../modifiers.ts';

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
