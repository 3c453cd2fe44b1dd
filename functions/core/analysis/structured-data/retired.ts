import { asList, type GraphNode, isObject, type JsonObject, typesOf } from './graph.ts';

/** A rich result that Google no longer shows, and the markup that only it used. */
interface RetiredResult {
  name: string;
  isMarkup: (entity: Pick<GraphNode, 'types' | 'data' | 'property'>) => boolean;
  /** Other rich results use the type too, so that their rules still apply. */
  hasOtherResults?: true;
}

/** Kinds of questions of practice problems; flashcards (education Q&A) are still shown. */
const PRACTICE = ['multiple choice', 'checkbox'];

/**
 * Retired in June 2025, practice problems in January 2026, and FAQ in May 2026. Book actions were announced with the
 * first, but are still shown (November 2025).
 *
 * @see https://developers.google.com/search/updates
 */
const RETIRED: readonly RetiredResult[] = [
  { name: 'claim review', isMarkup: ({ types }) => types.includes('ClaimReview') },
  {
    name: 'course info',
    isMarkup: ({ types, property }) => types.includes('CourseInstance') && property === 'hasCourseInstance',
    hasOtherResults: true,
  },
  {
    name: 'estimated salary',
    isMarkup: ({ types, data, property }) =>
      types.includes('OccupationAggregationByEmployer') ||
      (types.includes('Occupation') && 'estimatedSalary' in data && (property ?? 'mainEntity') === 'mainEntity'),
  },
  {
    name: 'learning video',
    isMarkup: ({ types }) =>
      types.includes('LearningResource') && ['VideoObject', 'Clip'].some((type) => types.includes(type)),
    hasOtherResults: true,
  },
  { name: 'special announcement', isMarkup: ({ types }) => types.includes('SpecialAnnouncement') },
  {
    name: 'vehicle listing',
    isMarkup: ({ types, data }) => types.includes('Car') && !types.includes('Product') && 'offers' in data,
  },
  { name: 'practice problem', isMarkup: ({ types, data }) => types.includes('Quiz') && isPractice(data) },
  { name: 'FAQ', isMarkup: ({ types }) => types.includes('FAQPage'), hasOtherResults: true },
];

/** @returns the first entity for each rich result that Google has retired */
export function retiredResults(nodes: readonly GraphNode[]): { node: GraphNode; name: string }[] {
  return RETIRED.flatMap(({ name, isMarkup }) => {
    const node = nodes.find(isMarkup);
    return node ? [{ node, name }] : [];
  });
}

/**
 * Returns whether an entity is the markup of a retired rich result, and of no other.
 *
 * @param property whose value it is
 */
export function isOnlyRetired(data: JsonObject, property: string | undefined): boolean {
  const entity = { types: typesOf(data), data, ...(property !== undefined && { property }) };
  return RETIRED.some(({ isMarkup, hasOtherResults }) => !hasOtherResults && isMarkup(entity));
}

function isPractice({ hasPart }: JsonObject): boolean {
  const kinds = asList(hasPart)
    .filter(isObject)
    .flatMap(({ eduQuestionType }) => asList(eduQuestionType))
    .map((kind) => (typeof kind === 'string' ? kind.toLowerCase() : ''));
  return kinds.length > 0 && kinds.every((kind) => PRACTICE.includes(kind));
}
