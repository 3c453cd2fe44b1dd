import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { z } from 'zod';
import { sourceKeys } from '../functions/core/sources/providers/keys.ts';
import { allSettings, functionSettings } from './function-settings.ts';
import { operatorVariables, optionOf } from './operator-settings.ts';
import { runnerShape, sharedVariables, variableOf } from './local/settings.ts';
import { settingShape } from './settings.ts';

const file = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const REGION = /(<!-- generated: (?<name>\w+)[^\n]*-->\n).*?(<!-- end -->)/gs;

/**
 * Returns the tables of all settings, by the names that `docs/configuration.md` has for them: of the deployment and the
 * runner from their schemas, of functions from those of slices and functions. The comment of a setting is its
 * documentation.
 *
 * @throws if a setting has no comment
 */
export function settingsTables(): Record<string, string> {
  const keys = sourceKeys.map(
    (key) => [variableOf(key), `Same as the parameter \`/<stackName>/sources/${key}\`.`] as const,
  );
  const variables = new Map(settingsFiles().flatMap((path) => [...commentsOf(path)]));
  const options = operatorVariables.map((name) => [optionOf(name), documentationOf(name, variables)] as const);
  const shared = sharedVariables.map((name) => [name, `Same as ${code(optionOf(name))}.`] as const);
  return {
    deployment: tableOfShape(settingShape, new Map([...commentsOf('settings.ts'), ...options])),
    runner: tableOfShape(runnerShape, new Map([...variables, ...shared, ...keys, ...commentsOf('local/settings.ts')])),
    functions: tableOfVariables(variables),
  };
}

/** Files with the settings of slices and functions, relative to this folder. */
function settingsFiles(): string[] {
  const files = ['../functions/**/settings.ts', '../functions/core/platform/settings/common.ts'];
  return globSync(files, { cwd: import.meta.dirname }).sort();
}

/** Returns a page with these tables between its comments `generated` and `end`. */
export async function withTables(page: string, tables: Record<string, string>): Promise<string> {
  const text = page.replace(
    REGION,
    (_, start: string, name: string, end: string) => `${start}\n${tables[name]!}\n\n${end}`,
  );
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

/** Comments of the members of objects in a file of `infra/`, by their names. */
function commentsOf(path: string): Map<string, string> {
  const source = ts.createSourceFile(
    path,
    readFileSync(new URL(path, import.meta.url), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const comments = new Map<string, string>();
  const visit = (node: ts.Node) => {
    const [comment] = ts.isPropertyAssignment(node) ? ts.getJSDocCommentsAndTags(node) : [];
    const text = ts.getTextOfJSDocComment(comment?.comment);
    if (text) comments.set((node as ts.PropertyAssignment).name.getText(source), text.replaceAll(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return comments;
}

function documentationOf(name: string, comments: Map<string, string>): string {
  const found = comments.get(name);
  if (found === undefined) throw new Error(`${name}: a setting needs a comment, which is its documentation`);
  return found;
}

interface JsonSchema {
  type?: string;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

function tableOfShape(shape: Record<string, z.ZodType>, comments: Map<string, string>): string {
  const rows = Object.entries(shape).map(([name, schema]) => {
    const read = (io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
    // A transformed text has the type of its input; a value that is parsed from text has its own type.
    const [output, input] = [read('output'), read('input')];
    const described = output.type === undefined && input.anyOf === undefined ? input : output;
    return [code(name), typeOf(described), defaultOf(described), documentationOf(name, comments)];
  });
  return table(['name', 'type', 'default', 'meaning'], rows);
}

function typeOf({ type = 'string', format, minimum, maximum, properties }: JsonSchema): string {
  if (properties) return `object of ${Object.keys(properties).map(code).join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return format === 'uri' ? 'URL' : 'text';
  const kind = type === 'integer' ? 'whole number' : 'number';
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return `${kind}, ${minimum ?? 0} to ${maximum}`;
  return minimum ? `${kind}, at least ${minimum}` : kind;
}

function defaultOf({ default: value, properties }: JsonSchema): string {
  if (properties) return Object.values(properties).map(defaultOf).join(', ');
  if (value === undefined || value === '') return '–';
  return typeof value === 'string' ? code(value) : JSON.stringify(value);
}

function tableOfVariables(comments: Map<string, string>): string {
  const functions = Object.entries(functionSettings);
  const rows = Object.entries(allSettings).map(([name, { type, setBy, isRequired }]) => {
    const readers = functions.flatMap(([reader, schema]) => (Object.hasOwn(schema, name) ? reader : []));
    return [
      code(name),
      isRequired ? type : `${type}, optional`,
      setBy,
      documentationOf(name, comments),
      readers.length === functions.length - 1 ? 'all but the authorizer' : readers.join(', '),
    ];
  });
  return table(['name', 'type', 'set by', 'meaning', 'functions'], rows);
}

const code = (text: string) => `\`${text}\``;

function table(heads: string[], rows: string[][]): string {
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

/** `npm run docs:settings` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(file, await withTables(readFileSync(file, 'utf8'), settingsTables()));
}
