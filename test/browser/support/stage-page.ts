import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildBackOfficePage } from '../../../infra/constructs/page-files.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { type SignInServer, startSignInServer } from './sign-in-server.ts';
import { openWatchedPage, type WatchedPage } from './watched-page.ts';

/** The page of the back office with a fake API; each test has new data. */
export interface Stage {
  readonly server: PageServer;
  readonly signIn: SignInServer;
  /** The last opened page. */
  readonly watched: WatchedPage;
  /** Opens a view, such as `#/keys`, in its own browser context. */
  open(view: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Starts the servers before the tests of this block and stops them after it. A test fails if the console or the
 * Content-Security-Policy reports an error.
 */
export function stagePage(browser: Browser): Stage {
  let signIn: SignInServer;
  let server: PageServer;
  let watched: WatchedPage;

  beforeAll(async () => {
    signIn = await startSignInServer();
    server = await startPageServer(buildBackOfficePage(), signIn);
  });
  beforeEach(() => {
    signIn.reset();
    server.reset();
  });
  afterEach(async () => {
    const { complaints } = watched;
    await watched.close();
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await signIn.close();
  });

  return {
    get server() {
      return server;
    },
    get signIn() {
      return signIn;
    },
    get watched() {
      return watched;
    },
    async open(view, options = {}) {
      watched = await openWatchedPage(browser, options);
      await watched.page.goto(server.url + view);
      return watched.page;
    },
  };
}
