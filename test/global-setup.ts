import { lendBrowser } from './browser/support/lend-browser.ts';
import installPackages from './corpora/packages.ts';

/** Jest calls it once, before its workers. */
export default async function setUp(_run: unknown, { globals }: { globals: { isFull?: boolean } }): Promise<void> {
  if (globals.isFull) installPackages();
  await lendBrowser();
}
