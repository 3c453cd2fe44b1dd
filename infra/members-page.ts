import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from './openapi/document.ts';

const file = fileURLToPath(new URL('../docs/members.md', import.meta.url));
const TABLES = /(<!-- generated: (?<name>\w+)[^\n]*-->\n).*?(<!-- end -->)/gs;

interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  description?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  content?: Record<string, { schema: JsonSchema }>;
}

/** A member of an answer or of what is posted to receivers. */
export interface Member {
  name: string;
  /** Names of the objects that contain it, from a named schema on, such as `SiteAudit.links.internal`. */
  path: string;
  /** Without null, such as `integer` or `list of text`. */
  type: string;
  isNullable: boolean;
  description: string;
}

/** @returns the members of all answers under `/api/v1` and of all bodies that are posted, once for each place */
export function answerMembers(): Member[] {
  const document = openApiDocument() as unknown as {
    paths: Record<string, Record<string, { responses?: Record<string, JsonSchema> }>>;
    webhooks: Record<string, { post: { requestBody: JsonSchema } }>;
  };
  const answers = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([, methods]) => Object.values(methods).flatMap(({ responses }) => Object.values(responses ?? {})));
  const posted = Object.values(document.webhooks).map(({ post }) => post.requestBody);
  const members: Member[] = [];
  const seen = new Set<string>();
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref ? (at(document, schema.$ref) as JsonSchema) : schema;

  function visit(schema: JsonSchema, path: string): void {
    if (schema.$ref) {
      if (seen.has(schema.$ref)) return;
      seen.add(schema.$ref);
      visit(resolve(schema), schema.$ref.split('/').at(-1)!);
      return;
    }
    for (const { schema: body } of Object.values(schema.content ?? {})) visit(body, path);
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) visit(one, path);
    if (schema.items) visit(schema.items, path);
    // The names of its members are data, such as the names of metrics.
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, path);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const types = typesOf(member, resolve);
      const isNullable = types.includes('null');
      const type = types.filter((each) => each !== 'null').join(' or ') || 'null';
      const description = member.description ?? resolve(member).description ?? '';
      members.push({ name, path: `${path}.${name}`, type, isNullable, description });
      visit(member, `${path}.${name}`);
    }
  }
  for (const root of [...answers, ...posted]) visit(root, '');
  return members;
}

function at(document: unknown, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Record<string, unknown>)[key], document);
}

const NAMES: Record<string, string> = { string: 'text', array: 'list', boolean: 'true or false', integer: 'integer' };

function typesOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): string[] {
  const { type, format: form, anyOf, oneOf, enum: values, const: only, items } = resolve(schema);
  const options = anyOf ?? oneOf;
  if (options) return [...new Set(options.flatMap((option) => typesOf(option, resolve)))].toSorted();
  const given = type ?? (only === null ? 'null' : typeof (only ?? values?.[0] ?? ''));
  return (Array.isArray(given) ? given : [given]).map((each) => {
    if (each === 'string' && (form === 'date-time' || form === 'date')) return form === 'date' ? 'date' : 'time';
    if (each === 'array' && items) {
      return `list of ${typesOf(items, resolve)
        .map((one) => (one === 'object' ? 'objects' : one))
        .join(' or ')}`;
    }
    return NAMES[each] ?? each;
  });
}

/** @returns the types that a name has, each with the places where it has it */
export function typesByName(members: readonly Member[]): Map<string, Map<string, Member[]>> {
  return new Map(
    [...Map.groupBy(members, ({ name }) => name)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, places]) => [name, Map.groupBy(places, ({ type }) => type)]),
  );
}

/** Returns the page with the table of all members between its comments `generated` and `end`. */
export async function membersPage(page: string): Promise<string> {
  const rows = [...typesByName(answerMembers())].flatMap(([name, types]) =>
    [...types].flatMap(([type, places]) =>
      [...Map.groupBy(places, ({ description, isNullable }) => `${isNullable} ${description}`)].map(([, same]) => {
        const [{ description, isNullable }] = same as [Member, ...Member[]];
        const text = description.replaceAll('|', '\\|').replaceAll('<', '&lt;');
        const where = same.map(({ path }) => `\`${path.slice(0, -name.length - 1) || name}\``);
        return `| \`${name}\` | ${type}${isNullable ? ' or null' : ''} | ${text} | ${shortList([...new Set(where)])} |`;
      }),
    ),
  );
  const table = ['| name | type | meaning | in |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const text = page.replace(TABLES, (_, start: string, _name: string, end: string) => `${start}\n${table}\n\n${end}`);
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

const MOST_PLACES = 4;

const shortList = (places: string[]): string =>
  places.length > MOST_PLACES
    ? `${places.slice(0, MOST_PLACES).join(', ')} and ${places.length - MOST_PLACES} more`
    : places.join(', ');

if (import.meta.main) writeFileSync(file, await membersPage(readFileSync(file, 'utf8')));
