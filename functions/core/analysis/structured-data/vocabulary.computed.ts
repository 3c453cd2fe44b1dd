import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const declarations = readFileSync(fileURLToPath(import.meta.resolve('schema-dts/dist/schema.d.ts')), 'utf8');
/**
 * The alternatives of each type: its interface `…Leaf` and its subtypes, or literals. Names of other vocabularies
 * contain `_`.
 */
const alternatives = new Map(
  [...declarations.matchAll(/^export type (_?[A-Za-z0-9]+)(?:<.*>)? = (.*);$/gm)]
    .filter(([, identifier]) => !/Leaf$|^With[CA]/.test(identifier!))
    .map(([, identifier, union]) => [typeName(identifier!), union!.split(' | ').map(typeName)]),
);
const parents = new Map<string, string[]>();
for (const [parent, children] of alternatives) {
  for (const child of children) parents.set(child, [...(parents.get(child) ?? []), parent]);
}

/**
 * All types of schema.org with their ancestors among the types directly below Thing, separated by spaces; Thing and data
 * types have none. They are computed from the TypeScript declarations of `schema-dts`. The build of functions replaces
 * this module with its value (`functions/computed-modules.ts`).
 */
export const schemaTypes: Readonly<Record<string, string>> = Object.fromEntries(
  alternatives.keys().map((name) => [name, [...new Set(topTypes(name))].join(' ')]),
);

/** Types with all their descendants; those whose rules also apply to subtypes. */
export const subtypes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['Event', 'FoodEstablishment', 'LocalBusiness', 'PublicationEvent', 'UserInteraction'].map((name) => [
    name,
    [...withDescendants(name)],
  ]),
);

/** Returns a type with its descendants; data types among the alternatives have none. */
function withDescendants(name: string): Set<string> {
  const children = (alternatives.get(name) ?? []).filter((child) => alternatives.has(child) && child !== name);
  return new Set([name, ...children.flatMap((child) => [...withDescendants(child)])]);
}

function topTypes(name: string): string[] {
  return (parents.get(name) ?? []).flatMap((parent) => (parent === 'Thing' ? [name] : topTypes(parent)));
}

/** Returns the name of a type: an identifier cannot start with a digit, and may have parameters. */
function typeName(identifier: string): string {
  return identifier.replace(/^_|<.*/g, '');
}
