/**
 * Returns the handler of an error that the caller continues without: it logs the error's name.
 *
 * @param facts what it is about, such as `domain`
 */
export function logWarning(message: string, facts: Record<string, string> = {}) {
  return (error: unknown): null => {
    console.warn(JSON.stringify({ level: 'WARN', message, ...facts, error: (error as Error).name }));
    return null;
  };
}
