import type { JsonLdBlock } from '../page/structured-data.ts';
import { truncate } from '../../platform/text/text.ts';

/** Maximum nesting of what is checked; deeper objects are ignored. */
export const MAX_DEPTH = 16;
/** Maximum number of objects of a page that are checked. */
export const MAX_OBJECTS = 1_000;
/** Maximum length of a property's name in a path, in characters. */
export const MAX_NAME = 60;
const MAX_TYPE = 200;
/** Maximum number of types of an object. */
const MAX_TYPES = 10;

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object with a type. */
export interface GraphNode {
  /** Without the prefix of schema.org; types of other vocabularies are left out. */
  types: string[];
  /** `Product.offers[0]`; the second and further entities of a type in a page are `Product[1]` and so on. */
  path: string;
  /** `@id`; unique in the page. */
  id: string | null;
  data: JsonObject;
  /** The block that contains it. */
  block: JsonLdBlock;
  /** Absent: it is not the value of a property. */
  property?: string;
}

/** A context of JSON-LD: whether it is schema.org's, and the terms that it defines itself. */
interface Context {
  isSchemaOrg: boolean;
  terms: ReadonlySet<string>;
}

const NO_CONTEXT: Context = { isSchemaOrg: false, terms: new Set() };

/** The objects of all JSON-LD blocks of a page in the vocabulary of schema.org. */
export class Graph {
  readonly nodes: GraphNode[] = [];
  /** Nodes that are not values of properties. */
  readonly roots: GraphNode[] = [];
  /** Each node with an `@id`, merged from all objects with it. */
  readonly byId = new Map<string, Record<string, unknown>>();
  /** Values of `@id` to which a property refers. */
  readonly referenced = new Set<string>();
  readonly #rootsOfType = new Map<string, number>();
  #objects = 0;

  constructor(blocks: readonly JsonLdBlock[]) {
    for (const block of blocks) this.#addRoots(block.json, block, NO_CONTEXT, 0);
  }

  #addRoots(json: unknown, block: JsonLdBlock, outer: Context, depth: number): void {
    for (const value of asList(json)) {
      if (!isObject(value) || depth > MAX_DEPTH) continue;
      const context = '@context' in value ? contextOf(value['@context']) : outer;
      if ('@graph' in value) this.#addRoots(value['@graph'], block, context, depth + 1);
      if (!context.isSchemaOrg) continue;
      const [type] = typesOf(value, context.terms);
      if (type === undefined) continue;
      const earlier = this.#rootsOfType.get(type) ?? 0;
      this.#rootsOfType.set(type, earlier + 1);
      this.#add(value, { block, path: earlier === 0 ? type : `${type}[${earlier}]` }, context.terms, 0);
    }
  }

  #add(
    data: JsonObject,
    place: Pick<GraphNode, 'block' | 'path' | 'property'>,
    terms: Context['terms'],
    depth: number,
  ): void {
    if (depth > MAX_DEPTH || this.#objects >= MAX_OBJECTS || '@value' in data) return;
    this.#objects++;
    const types = typesOf(data, terms);
    const id = idOf(data);
    if (types.length > 0) {
      const node = { types, id, data, ...place };
      this.nodes.push(node);
      if (place.property === undefined) this.roots.push(node);
      if (id !== null) this.#merge(id, node);
    } else if (id !== null) this.referenced.add(id);
    for (const [key, value] of Object.entries(data)) {
      if (key.startsWith('@')) continue;
      const path = `${place.path}.${truncate(key, MAX_NAME)}`;
      for (const [index, item] of asList(value).entries()) {
        if (!isObject(item)) continue;
        const itemPath = Array.isArray(value) ? `${path}[${index}]` : path;
        this.#add(item, { block: place.block, path: itemPath, property: key }, terms, depth + 1);
      }
    }
  }

  #merge(id: string, { types, data }: GraphNode): void {
    // Without a prototype: names of properties come from the page.
    const merged = this.byId.get(id) ?? (Object.create(null) as Record<string, unknown>);
    const merge = [...new Set([...typesOf(merged), ...types])].slice(0, MAX_TYPES);
    for (const [key, value] of Object.entries(data)) merged[key] ??= value;
    this.byId.set(id, Object.assign(merged, { '@type': merge }));
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** @returns `@id`; `null` for a blank node, whose name is valid only in its block */
export function idOf({ '@id': id }: JsonObject): string | null {
  return typeof id === 'string' && id !== '' && !id.startsWith('_:') ? id : null;
}

/** @returns the name without the prefix of schema.org */
export function termOf(name: string): string {
  return name.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}

/**
 * Returns the types of an object in the vocabulary of schema.org, known or not.
 *
 * @param terms names that the context defines itself
 */
export function typesOf({ '@type': type }: JsonObject, terms?: ReadonlySet<string>): string[] {
  const names = asList(type).filter((name) => typeof name === 'string' && name !== '' && name.length <= MAX_TYPE);
  return (names.slice(0, MAX_TYPES) as string[]).map(termOf).filter((name) => !/[:/]/.test(name) && !terms?.has(name));
}

function contextOf(context: unknown): Context {
  const parts = asList(context);
  const own = parts.filter(isObject);
  const vocabularies = [...parts, ...own.map((part) => part['@vocab'])];
  return {
    isSchemaOrg: vocabularies.some(
      (name) => typeof name === 'string' && /^\s*(?:https?:)?\/\/(?:www\.)?schema\.org\b/i.test(name),
    ),
    terms: new Set(own.flatMap((part) => Object.keys(part))),
  };
}
