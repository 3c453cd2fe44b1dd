import { explainAwsError } from '../aws-error.ts';
import { commandLine, UsageError } from './command-line.ts';
import { keyStoreOf } from './key-store.ts';
import { perform } from './perform.ts';
import { usageText } from './usage-text.ts';

function explain(error: Error & { code?: string }): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usageText}`;
  if (error.code === 'ECONNREFUSED') return `Nothing answers there (${error.message}): npm start?`;
  if (error.code === 'ENOENT') return `The runner's credentials are not there (${error.message}): LOCAL_DATA_DIR?`;
  return explainAwsError(error);
}

/** `npm run keys -- …`: manages the API keys from a terminal. */
try {
  const command = commandLine(process.argv.slice(2));
  console.log(await perform(command, keyStoreOf(command, process.env.LOCAL_DATA_DIR || '.local'), Date.now()));
} catch (error) {
  console.error(explain(error as Error & { code?: string }));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
