import { relative } from 'node:path';

/** The part of jest's results that it reads. */
interface Results {
  testResults: { testFilePath: string; testResults: { fullName: string; status: string }[] }[];
}

/** Error of tests that were skipped without a reason. */
class SkippedWithoutReason extends Error {
  readonly code = 'skipped_without_reason';
}

/**
 * A jest reporter: lists each skipped test at the end of the run, with the reason from `testWhen`. A skip without a
 * reason fails the run, and so does a remaining `.only`.
 */
export default class SkippedTestsReporter {
  readonly #isFiltered: boolean;
  #error: SkippedWithoutReason | undefined;

  /** @param settings jest's; with a pattern of names, most tests are skipped on purpose */
  constructor(settings: { testNamePattern?: string }) {
    this.#isFiltered = Boolean(settings.testNamePattern);
  }

  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    if (this.#isFiltered) return;
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests
        .filter(({ status }) => status === 'pending')
        .map(({ fullName }) => ({ file: relative(process.cwd(), testFilePath), ...skippedTest(fullName) })),
    );
    const lines = skipped.map(({ file, name, reason }) => `Skipped: ${file} › ${name}: ${reason ?? 'NO REASON GIVEN'}`);
    if (lines.length > 0) console.error(`\n${lines.join('\n')}`);
    const count = skipped.filter(({ reason }) => reason === null).length;
    if (count === 0) return;
    this.#error = new SkippedWithoutReason(
      `Tests skipped without a reason: ${count}. Skip with testWhen or describeWhen (test/support/when.ts), and leave no .only behind.`,
    );
    // Jest fails the run because of it, but does not print it.
    console.error(this.#error.message);
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}

/** The suffix that `testWhen` and `describeWhen` add to the name. */
const REASON = / \[\[skipped: (?<reason>.+?)\]\]/;

/** @param fullName of a skipped test, with those of the blocks around it @returns its name without the reason */
function skippedTest(fullName: string): { name: string; reason: string | null } {
  const reason = REASON.exec(fullName)?.groups?.reason ?? null;
  return { name: fullName.replace(REASON, ''), reason };
}
