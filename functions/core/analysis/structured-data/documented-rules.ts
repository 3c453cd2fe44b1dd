import { asList, isObject, type JsonObject } from './graph.ts';
import type { Finding, RuleHandler, Step } from '@adobe/structured-data-validator';
import { subtypes } from './vocabulary.computed.ts';

/**
 * Properties that Google's documentation requires or recommends for entities that the validator does not know. Left out
 * are those that it recommends only if they apply, since a missing one may not apply. Alternatives are separated by
 * `or`; a member of an object is only missing if the object is there. Names of people and organizations are left out
 * too: the validator requires them.
 */
interface EntityRules {
  types: readonly string[];
  /** Types of entities to which it belongs. Absent: the rules apply to entities that the page is about. */
  within?: readonly string[];
  required: readonly string[];
  recommended: readonly string[];
}

const POSTINGS = ['DiscussionForumPosting', 'SocialMediaPosting'];
/** Deliveries, broadcasts, series and instances of courses are no events that visitors can attend. */
const NO_EVENTS = [
  ...['CourseInstance', 'DeliveryEvent', 'EventSeries'],
  ...subtypes.PublicationEvent!,
  ...subtypes.UserInteraction!,
];
/** `sameAs` is an alternative: https://developers.google.com/search/docs/appearance/structured-data/article. */
const AUTHOR_URL = 'author.url or author.sameAs';
const PLACE = ['geo', 'geo.latitude', 'geo.longitude', 'openingHoursSpecification', 'priceRange', 'telephone', 'url'];

const RULES: readonly EntityRules[] = [
  // https://developers.google.com/search/docs/appearance/structured-data/article
  {
    types: ['Article', 'NewsArticle', 'BlogPosting'],
    required: [],
    recommended: ['author', AUTHOR_URL, 'headline', 'image'],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/event
  {
    types: subtypes.Event!.filter((type) => !NO_EVENTS.includes(type)),
    required: ['location', 'location.address', 'name', 'startDate'],
    recommended: [
      ...['description', 'endDate', 'eventStatus', 'image', 'location.name'],
      ...['offers', 'offers.availability or offers.validFrom', 'offers.price or offers.lowPrice'],
      ...['offers.priceCurrency', 'offers.url'],
      ...['organizer', 'organizer.url', 'performer'],
    ],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/local-business
  {
    // Vacation rentals have rules of their own, for partners of Google.
    types: subtypes.LocalBusiness!.filter((type) => type !== 'VacationRental'),
    required: ['address', 'name'],
    recommended: PLACE,
  },
  {
    types: subtypes.FoodEstablishment!,
    required: [],
    recommended: ['menu or hasMenu', 'servesCuisine'],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/product-variants
  {
    types: ['ProductGroup'],
    required: ['name'],
    recommended: ['description', 'productGroupID or hasVariant.inProductGroupWithID'],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/profile-page
  { types: ['ProfilePage'], required: ['mainEntity'], recommended: [] },
  // https://developers.google.com/search/docs/appearance/structured-data/discussion-forum
  {
    types: POSTINGS,
    // A posting on another page has its URL in place of its content.
    required: ['author', 'datePublished', 'text or image or video or url'],
    recommended: [AUTHOR_URL, 'url'],
  },
  {
    types: ['Comment'],
    within: POSTINGS,
    required: ['author', 'datePublished', 'text or image or video'],
    recommended: [AUTHOR_URL],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/qapage
  { types: ['QAPage'], required: ['mainEntity'], recommended: [] },
  {
    types: ['Question'],
    within: ['QAPage'],
    required: ['answerCount', 'acceptedAnswer or suggestedAnswer', 'name'],
    recommended: ['author', AUTHOR_URL, 'datePublished', 'text', 'upvoteCount'],
  },
  {
    types: ['Answer'],
    within: ['QAPage'],
    required: ['text'],
    recommended: ['author', AUTHOR_URL, 'datePublished', 'url'],
  },
  // https://developers.google.com/search/docs/appearance/structured-data/software-app
  {
    types: ['SoftwareApplication', 'MobileApplication', 'WebApplication'],
    required: [
      ...['name', 'offers', 'offers.price or offers.priceSpecification.price or offers.lowPrice'],
      'aggregateRating or review',
    ],
    recommended: ['applicationCategory', 'operatingSystem', 'offers.priceCurrency'],
  },
];

/** Handlers of the validator that apply the documented rules, by type. */
export const documentedHandlers: Readonly<Record<string, RuleHandler[]>> = Object.fromEntries(
  Map.groupBy(
    RULES.flatMap((rules) => rules.types.map((type) => ({ type, handler: handlerOf(rules) }))),
    ({ type }) => type,
  )
    .entries()
    .map(([type, handlers]) => [type, handlers.map(({ handler }) => handler)]),
);

function handlerOf({ within, required, recommended }: EntityRules): RuleHandler {
  class DocumentedRules {
    readonly #path: Step[];

    constructor({ path }: { path: Step[] }) {
      this.#path = path;
    }

    validate(entity: JsonObject): Finding[] {
      const above = this.#path.slice(0, -1);
      const applies = within
        ? above.some(({ type }) => within.includes(type ?? ''))
        : above.length === 0 || this.#path.at(-1)!.property === 'mainEntity';
      return applies
        ? [...this.#missing(entity, required, 'ERROR'), ...this.#missing(entity, recommended, 'WARNING')]
        : [];
    }

    #missing(entity: JsonObject, properties: readonly string[], severity: Finding['severity']): Finding[] {
      return properties
        .map((alternatives) => alternatives.split(' or '))
        .filter((fieldNames) => lacks(entity, fieldNames))
        .map((fieldNames) => ({ issueMessage: 'Missing', severity, path: this.#path, fieldNames }));
    }
  }
  return () => Promise.resolve({ default: DocumentedRules });
}

/** Returns whether an entity has none of the alternatives, although it has the object of one of them. */
function lacks(entity: JsonObject, alternatives: readonly string[]): boolean {
  const found = alternatives.map((path) => has(entity, path));
  return found.includes(false) && !found.includes(true);
}

/** @returns `null` if there is no object that could have the property, only a text for example */
function has(entity: JsonObject, path: string): boolean | null {
  let values: readonly unknown[] = [entity];
  for (const name of path.split('.')) {
    const objects = values.filter(isObject);
    if (objects.length === 0) return null;
    values = objects.flatMap((object) => asList(object[name])).filter((value) => (value ?? '') !== '');
  }
  return values.length > 0;
}
