import Validator, { type Finding, type Step } from '@adobe/structured-data-validator';
import { documentedHandlers } from './documented-rules.ts';
import {
  asList,
  type Graph,
  type GraphNode,
  idOf,
  isObject,
  type JsonObject,
  MAX_DEPTH,
  MAX_NAME,
  MAX_OBJECTS,
  termOf,
  typesOf,
} from './graph.ts';
import { isOnlyRetired } from './retired.ts';
import { truncate } from '../../platform/text/text.ts';
import { schemaTypes } from './vocabulary.computed.ts';

/** Properties that an entity lacks for Google's rich results, or that have an invalid value. */
export interface RichResultFault {
  node: GraphNode;
  severity: 'required' | 'recommended';
  /** Path of the entity; with an invalid value, of the property and the value. */
  value: string;
  expected: string;
}

/** Types whose rules depend on the entity to which they belong; references to them are replaced with them. */
const DEPENDENT = new Set([
  ...['Review', 'Rating', 'AggregateRating', 'ImageObject', 'Offer', 'MerchantReturnPolicy'],
  ...['Question', 'Answer', 'Comment', 'VirtualLocation'],
]);
/** Properties whose values the page is about; those of other properties are only mentioned. */
const MAIN = new Set(['mainEntity', 'hasVariant', 'item', 'itemListElement']);
/** Properties of a product snippet, which needs no offer. */
const OF_SNIPPETS = new Set(['name', 'aggregateRating', 'review']);
/** Properties in which each variant is more specific than its group. */
const OF_VARIANTS = ['name', 'description'];
/** Properties of a group that have another name in its variants. */
const OF_GROUP: Readonly<Record<string, string>> = { inProductGroupWithID: 'productGroupID' };
/** Messages about properties that are present, and what they require. */
const RULES = [
  ['At least two ListItems', 'at least two items'],
  ['At least 2 notes', 'at least two notes'],
  ['Only one of', 'one of these properties'],
] as const;
/** Enough: a page's findings are limited too. */
const MAX_FAULTS = 100;

/**
 * Finds properties that Google's rich results require or recommend and that entities lack, by the rules of
 * `@adobe/structured-data-validator` and those of {@link documentedHandlers}.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */
export async function richResultFaults(graph: Graph): Promise<RichResultFault[]> {
  const validator = new Validator();
  Object.assign(validator.registeredHandlers, documentedHandlers);
  const copier = new Copier(graph, new Set(Object.keys(validator.registeredHandlers)));
  const faults: RichResultFault[] = [];
  const isPart = ({ id, types }: GraphNode) =>
    id !== null && graph.referenced.has(id) && types.some((type) => DEPENDENT.has(type));
  // Parts last: by then, they have been copied with the entity that refers to them, unless they refer to each other.
  for (const node of [...graph.roots.filter((root) => !isPart(root)), ...graph.roots.filter(isPart)]) {
    if (node.id !== null && copier.copied.has(node.id)) continue;
    if (faults.length >= MAX_FAULTS) break;
    const entity = copier.copy(node.data, 0);
    if (isObject(entity)) faults.push(...(await faultsOf(validator, entity, node)));
  }
  return faults;
}

async function faultsOf(validator: Validator, entity: JsonObject, node: GraphNode): Promise<RichResultFault[]> {
  // The validator adds the source to each finding, which is the serialized entity unless it is given.
  const item = { ...entity, '@source': node.path };
  const [type] = typesOf(entity) as [string];
  // It throws if some properties have a value of an unexpected kind.
  const findings = await validator.validate({ jsonld: { [type]: [item] } }).catch((): Finding[] => []);
  const invalid: RichResultFault[] = [];
  /** The missing properties by severity and path of the entity. */
  const missing = new Map<string, RichResultFault & { properties: string[] }>();
  for (const finding of findings) {
    const steps = finding.path.slice(1);
    const target = targetOf(entity, steps);
    // In place of a message, there may be an error.
    if (!target || typeof finding.issueMessage !== 'string' || isNeedless(target, finding, entity)) continue;
    const severity = finding.severity === 'ERROR' ? 'required' : 'recommended';
    const path = node.path + steps.map(stepName).join('');
    const value = invalidValueOf(target, finding);
    if (value !== null) {
      invalid.push({ node, severity, value: `${path}.${value}`, expected: 'a valid value' });
      continue;
    }
    const rule = RULES.find(([message]) => finding.issueMessage.startsWith(message));
    if (rule) {
      invalid.push({ node, severity, value: `${path}: ${finding.fieldNames.join(', ')}`, expected: rule[1] });
      continue;
    }
    const property = missingOf(target, finding);
    if (property === null) continue;
    const key = `${severity} ${path}`;
    const properties = missing.get(key)?.properties ?? [];
    // Without `itemReviewed`, `itemReviewed.name` is missing too.
    if (!properties.includes(property.split('.')[0]!)) properties.push(property);
    missing.set(key, { node, severity, value: path, properties, expected: properties.join(', ') });
  }
  return [...invalid, ...missing.values()];
}

function stepName({ property, index }: Step): string {
  return `.${truncate(property ?? '', MAX_NAME)}${index === undefined ? '' : `[${index}]`}`;
}

function targetOf(entity: JsonObject, steps: readonly Step[]): JsonObject | null {
  let value: unknown = entity;
  for (const { property, index } of steps) {
    value = isObject(value) && property !== undefined ? value[property] : undefined;
    if (index !== undefined) value = asList(value)[index];
  }
  return isObject(value) ? value : null;
}

/** Returns whether Google does not need what the validator misses. */
function isNeedless(target: JsonObject, { path, fieldNames }: Finding, root: JsonObject): boolean {
  const steps = path.slice(1);
  const [type] = typesOf(target);
  const field = fieldNames[0] ?? '';
  const property = steps.at(-1)?.property;
  if (isPartOfRetired(root, steps)) return true;
  if (type === 'Product') {
    if (property !== undefined && !MAIN.has(property)) return field !== 'name';
    const group = property === 'hasVariant' ? targetOf(root, steps.slice(0, -1)) : target.isVariantOf;
    if (isObject(group) && isOfGroup(target, group, field)) return true;
    // A merchant listing is the page of an offer; a product with ratings or an aggregate offer has a product snippet.
    const sells = asList(target.offers).some((offer) => isObject(offer) && typesOf(offer)[0] !== 'AggregateOffer');
    return !sells && !OF_SNIPPETS.has(field);
  }
  // A list of links to other pages (carousel) has addresses in place of names.
  if (type === 'ListItem' && field === 'name') {
    const list = targetOf(root, steps.slice(0, -1));
    return list !== null && typesOf(list)[0] === 'ItemList' && 'url' in target;
  }
  // A profile has the one or the other name (profile-page).
  if (property === 'mainEntity' && field === 'name' && (type === 'Person' || type === 'Organization'))
    return valueAt(target, 'alternateName') !== undefined;
  // A new question has no answer (qapage).
  if (type === 'Question' && field === 'acceptedAnswer') return Number(valueAt(target, 'answerCount')) === 0;
  // What is free of charge needs no currency (software-app, event).
  if (field === 'offers.priceCurrency') return Number(valueAt(target, 'offers.price')) === 0;
  // An event that takes place online has no address.
  return field.startsWith('location.') && asList(target.location).some(isVirtual);
}

function isPartOfRetired(root: JsonObject, steps: readonly Step[]): boolean {
  return [root, ...steps].some((_, length) => {
    const entity = targetOf(root, steps.slice(0, length));
    return entity !== null && isOnlyRetired(entity, steps[length - 1]?.property);
  });
}

/** Returns whether a variant shares a property with its group, or is only a link to its own page (product-variants). */
function isOfGroup(variant: JsonObject, group: JsonObject, field: string): boolean {
  const isLink = valueAt(variant, 'name') === undefined && valueAt(variant, 'url') !== undefined;
  if (isLink || field === 'isVariantOf') return true;
  return !OF_VARIANTS.includes(field) && valueAt(group, OF_GROUP[field] ?? field) !== undefined;
}

function isVirtual(location: unknown): boolean {
  return isObject(location) && typesOf(location).includes('VirtualLocation');
}

/** Returns the fields that the entity lacks; `null` if it has them, or one of alternatives. */
function missingOf(target: JsonObject, { issueMessage, fieldNames }: Finding): string | null {
  const missing = fieldNames.filter((field) => valueAt(target, field) === undefined);
  const areAlternatives = !issueMessage.startsWith('Either');
  return missing.length === 0 || (areAlternatives && missing.length < fieldNames.length) ? null : missing.join(' or ');
}

/** Returns the field with its invalid value; `null` if the finding does not concern a value. */
function invalidValueOf(target: JsonObject, { issueMessage, fieldNames, severity }: Finding): string | null {
  const named = /Invalid (?:type for attribute|URL in field) "([^"]+)"/.exec(issueMessage)?.[1];
  const field = named ?? (issueMessage.includes('outside the specified') ? fieldNames[0]! : null);
  const value = field === null ? undefined : valueAt(target, field);
  if (field === null || value === undefined) return null;
  // Several values are valid JSON-LD.
  if (Array.isArray(value) && !value.some((item) => typeof item === 'string' && item.startsWith('data:'))) return null;
  // A number in place of a text, such as an article number, is readable.
  if (severity === 'WARNING' && typeof value === 'number') return null;
  return `${field}: ${JSON.stringify(value)}`;
}

/** Returns the value at a path such as `item.name`, of lists the first one. */
function valueAt(target: JsonObject, field: string): unknown {
  let value: unknown = target;
  for (const name of field.split('.')) {
    const [first] = asList(value);
    value = isObject(first) ? first[name] : undefined;
  }
  return value === null || value === '' ? undefined : value;
}

/**
 * Copies entities for the validator: merged by `@id`, with parts in place of references to them, each once and without
 * cycles; values of lists and of typed literals in their simple form.
 */
class Copier {
  /** Values of `@id` of the copied entities. */
  readonly copied = new Set<string>();
  readonly #graph: Graph;
  readonly #validated: ReadonlySet<string>;
  readonly #parts: ReadonlySet<string>;
  #entities = 0;

  /** @param validated types for which there are rules */
  constructor(graph: Graph, validated: ReadonlySet<string>) {
    this.#graph = graph;
    this.#validated = validated;
    const parts = graph.roots.filter(({ types }) => types.some((type) => DEPENDENT.has(type)));
    this.#parts = new Set(parts.flatMap(({ id }) => id ?? []));
  }

  copy(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) {
      const items = value
        .slice(0, MAX_OBJECTS)
        .map((item) => (Array.isArray(item) ? undefined : this.copy(item, depth)));
      const present = items.filter((item) => item !== undefined);
      return present.length > 1 || isObject(present[0]) ? present : present[0];
    }
    if (!isObject(value)) return value ?? undefined;
    if ('@value' in value) return typeof value['@value'] === 'object' ? undefined : value['@value'];
    const id = idOf(value);
    const merged = id === null ? undefined : this.#graph.byId.get(id);
    const types = typesOf(value);
    if (types.length === 0) {
      const isReference = id !== null && Object.keys(value).length === 1;
      // Such as an author with an @id and a name, whose other properties are in an entity of the page.
      if (!isReference) return merged ? mention(Object.assign(Object.create(merged), value) as JsonObject) : value;
      if (!merged) return id;
      return this.#parts.has(id) && !this.copied.has(id) ? this.#copyEntity(merged, id, depth) : mention(merged);
    }
    if (id !== null && this.copied.has(id)) return mention(merged ?? value);
    return this.#copyEntity(merged ?? value, id, depth);
  }

  /** Beyond the limits, an entity is only known to be there. */
  #copyEntity(data: JsonObject, id: string | null, depth: number): JsonObject | true {
    if (depth >= MAX_DEPTH || this.#entities++ >= MAX_OBJECTS) return true;
    if (id !== null) this.copied.add(id);
    const types = typesOf(data);
    const type =
      types.find((name) => this.#validated.has(name)) ??
      types.find((name) => Object.hasOwn(schemaTypes, name)) ??
      'Thing';
    const properties = Object.entries(data)
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, value]) => [termOf(key), this.copy(value, depth + 1)] as const)
      // The validator throws if a recipe has a list of images that are objects.
      .map(([key, value]) => [key, key === 'image' ? (asList(value).find(isObject) ?? value) : value] as const)
      .filter(([, value]) => value !== undefined);
    return { ...Object.fromEntries(properties), '@type': type, ...(id !== null && { '@id': id }) };
  }
}

/** Returns an object with the properties of an entity, which the validator does not check again. */
function mention(data: JsonObject): JsonObject {
  return Object.create(data, { '@type': { value: undefined } }) as JsonObject;
}
