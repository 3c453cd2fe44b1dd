/** Thrown when the command line is invalid; the message names the parameter, and what is valid. */
export class UsageError extends Error {
  readonly code = 'usage';
}

/** Requests for the usage. */
const HELP = ['--help', '-h'];

/**
 * Runs a tool of the command line, or prints its usage with `--help`. It exits with 2 and its usage for an invalid command
 * line, and with 1 for other errors.
 *
 * @param explain returns what to print of any other error
 */
export async function runTool(
  tool: () => Promise<void>,
  usage: string,
  explain: (error: Error) => string = explainAwsError,
): Promise<void> {
  if (process.argv.slice(2).some((argument) => HELP.includes(argument))) return console.log(usage);
  try {
    await tool();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(isUsage ? `${error.message}\n\n${usage}` : explain(error as Error));
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** @returns the message of an AWS client's error, with what to do if credentials or region are missing */
export function explainAwsError({ name, message }: Error): string {
  if (name === 'CredentialsProviderError') {
    return `${message}: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
  }
  if (message === 'Region is missing') return `${message}: set AWS_REGION, such as AWS_REGION=eu-west-1`;
  return message || name;
}

/** Returns a table as plain text, with columns as wide as their content. */
export function textTable(header: string[], rows: string[][]): string {
  const widths = header.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column]!)].map(length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

const length = (text: string) => text.length;
