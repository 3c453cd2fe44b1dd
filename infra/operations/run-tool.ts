import { explainAwsError } from '../aws-error.ts';

/** Thrown when the command line is invalid; the message names the parameter, and what is valid. */
export class UsageError extends Error {
  readonly code = 'usage';
}

/**
 * Runs a tool of the command line. It exits with 2 and its usage for an invalid command line, and with 1 for other
 * errors.
 */
export async function runTool(tool: () => Promise<void>, usage: string): Promise<void> {
  try {
    await tool();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(isUsage ? `${error.message}\n\n${usage}` : explainAwsError(error as Error));
    process.exitCode = isUsage ? 2 : 1;
  }
}
