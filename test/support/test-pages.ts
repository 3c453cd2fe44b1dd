import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createGatewayClient } from '../../functions/core/accounts/control-plane.ts';
import { createGatewayKeys } from '../../functions/core/accounts/gateway-keys.ts';
import { localStackName } from '../../infra/local/credentials.ts';
import { keepSuiteWithinDay } from './keep-within-day.ts';
import { type CodeBlock, codeBlocks, programsIn } from './markdown.ts';
import {
  answersIn,
  checkSyntax,
  isInstalled,
  openPageSession,
  type PageSession,
  type Runnable,
} from './page-session.ts';
import { startTestRunner, type TestRunner } from './runner.ts';
import { differences, isPartOf, matchesText } from './shown-answer.ts';
import { testWhen } from './when.ts';

const NEEDS_AWS = 'needs AWS';
const PART = 'part of the answer';
/** Commands that start the runner, build, test or install: the test run itself does these. */
const NOT_RUN =
  /^(?:[A-Z_]+=\S+ )*(?:npm (?:ci|install|start|test)\b|npx openapi-typescript\b|npm run (?:dev|check|bench|openapi|test:\w+)\b)/;

/** An error's slug in a response. */
const REFUSAL = /"error": ?"/;

const languages: Record<string, Runnable> = { sh: 'sh', ts: 'ts', python: 'python' };
const answerLanguages = ['json', 'csv', 'text'];

const hasPython = await isInstalled('python3');
const hasRequests = await isInstalled('python3', ['-c', 'import requests']);

interface PageOptions {
  /** Settings of the runner. */
  settings?: Record<string, string>;
  /** Replaces a text of the pages, such as a port that may be in use. */
  replaced?: readonly [shown: string, by: string];
}

/**
 * Tests the blocks of pages, in order, on a new runner: commands succeed, and responses are as shown.
 *
 * @param group name of these pages in the test report
 */
export function testPages(group: string, pages: string[], { settings = {}, replaced }: PageOptions = {}) {
  describe(`The blocks of ${group}`, () => {
    let runner: TestRunner;
    beforeAll(async () => {
      // Pages show the usage of one day.
      keepSuiteWithinDay();
      // Pages show the initial usage, regardless of the duration of their commands.
      runner = await startTestRunner({ LOCAL_USAGE_LAG_SECONDS: '3600', ...settings }, ['--offline']);
    });
    afterAll(() => runner.close());
    for (const page of pages) {
      const shown = readFileSync(page, 'utf8');
      const text = replaced ? shown.replaceAll(...replaced) : shown;
      describe(page, () => readPage(page, text, () => runner));
    }
  });
}

/** One test for each block, named by page and line. */
function readPage(page: string, text: string, runner: () => TestRunner) {
  const blocks = codeBlocks(text);
  if (!blocks.some((block) => languages[block.language] || isAnswer(block))) return;
  let session: PageSession;
  const files = programsIn(blocks);
  beforeAll(async () => {
    const client = createGatewayClient(runner().aws);
    // A separate key, since a page may use up its requests.
    const key = await createGatewayKeys(client, localStackName).create({ name: page, plan: 'basic', note: '' });
    session = openPageSession(runner(), key.value);
    for (const [name, code] of files) session.save(name, code);
  });
  afterAll(() => session.close());

  let command: Command | null = null;
  const programs = new Set(files.values());
  for (const [index, block] of blocks.entries()) {
    if (programs.has(block.code)) command = null;
    else if (languages[block.language]) {
      command = commandOf(block, answersAfter(blocks, index));
      testCommand(page, block, command, () => session);
    } else if (isAnswer(block)) testAnswer(page, block, command);
    else command = null;
  }
}

interface Command {
  /** Reason why it is not run. */
  skipped: string | null;
  isRefusalShown: boolean;
  output: string | null;
}

function commandOf({ code, language, note }: CodeBlock, answers: CodeBlock[]): Command {
  const isRefusalShown = answers.some((answer) => REFUSAL.test(answer.code));
  return { skipped: reasonToSkip(), isRefusalShown, output: null };

  function reasonToSkip(): string | null {
    if (note === NEEDS_AWS) return 'needs AWS';
    if (language === 'python' && !hasPython) return 'there is no Python here';
    if (code.includes('import requests') && !hasRequests) return 'Python has no requests here';
    const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return lines.every((line) => NOT_RUN.test(line)) ? 'starts, builds or tests the project itself' : null;
  }
}

function isAnswer({ language }: CodeBlock): boolean {
  return answerLanguages.includes(language);
}

/** The blocks directly after a command, up to the next one that is not a response. */
function answersAfter(blocks: CodeBlock[], index: number): CodeBlock[] {
  const rest = blocks.slice(index + 1);
  const end = rest.findIndex((block) => !isAnswer(block));
  return end < 0 ? rest : rest.slice(0, end);
}

function testCommand(page: string, { language, code, line }: CodeBlock, command: Command, session: () => PageSession) {
  const { skipped, isRefusalShown } = command;
  if (skipped === NEEDS_AWS) {
    test(`${page}:${line}: ${language} is well-formed (${skipped})`, () => checkSyntax(languages[language]!, code));
    return;
  }
  const name = isRefusalShown ? 'runs' : 'runs, and nothing in it is refused';
  testWhen(skipped === null, skipped ?? '')(
    `${page}:${line}: ${language} ${name}`,
    async () => {
      command.output = await session().run(languages[language]!, code);
      if (isRefusalShown) return;
      const refused = answersIn(command.output).filter((answer) => (answer as { success?: boolean }).success === false);
      expect(refused).toEqual([]);
    },
    150_000,
  );
}

function testAnswer(page: string, block: CodeBlock, command: Command | null) {
  const { language, line } = block;
  if (command?.skipped) return;
  test(`${page}:${line}: ${language} matches the output of the previous command`, () => {
    if (command === null) throw new Error('There is no command before it');
    if (command.output === null) throw new Error('The command before it has failed');
    expect(problemsOf(block, command.output)).toEqual([]);
  });
}

/** @returns differences between the output and the shown response; of several responses, the most similar one counts */
function problemsOf({ language, code, note }: CodeBlock, output: string): string[] {
  if (language === 'text') return matchesText(code, output) ? [] : [`shows:\n${code}\nis:\n${output}`];
  if (language === 'csv') {
    const [header] = code.split('\n');
    return output.split(/\r?\n/).includes(header!) ? [] : [`The header is not in:\n${output}`];
  }
  const shown: unknown = JSON.parse(code);
  const answers = answersIn(output);
  if (note === PART) return isPartOf(shown, answers) ? [] : ['It is no part of any answer'];
  const problems = answers.map((answer) => differences(shown, answer));
  return problems.toSorted((one, other) => one.length - other.length)[0] ?? ['There was no answer'];
}
