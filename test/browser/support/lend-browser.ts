import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserServer } from 'playwright-core';

let launched: Promise<BrowserServer | null> | undefined;
const server = createServer((_request, response) => {
  // Other runs need not load the package.
  launched ??= import('./browser.ts').then(({ launchServer }) => launchServer());
  void launched.then((browser) => response.end(browser?.wsEndpoint()));
});

/**
 * Lends one browser to all files of a run. It is launched at the first request to `TEST_BROWSER_URL`, whose response is
 * its WebSocket address, or empty if there is none: a run without browser tests launches none.
 */
export async function lendBrowser(): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_BROWSER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes the browser after the run. */
export async function closeLentBrowser(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await (await launched)?.close();
}
