import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { User } from 'oidc-client-ts';
import { buildBackOfficePage } from '../../../infra/constructs/page-files.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { type SignInServer, startSignInServer } from './sign-in-server.ts';
import { openWatchedPage, type WatchedPage } from './watched-page.ts';

/** The page of the back office with its API; each test has new data. */
export interface Stage {
  readonly server: PageServer;
  readonly signIn: SignInServer;
  /** The last opened page. */
  readonly watched: WatchedPage;
  /** Opens a view, such as `#/keys`, in its own browser context. */
  open(view: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a view with the session of an operator who has signed in in this tab. */
  openSignedIn(view: string, options?: BrowserContextOptions): Promise<Page>;
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
    jest.spyOn(console, 'log').mockImplementation(() => {});
    signIn = await startSignInServer();
    server = await startPageServer(buildBackOfficePage(), signIn);
  });
  beforeEach(() => {
    signIn.reset();
    return server.reset();
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

  async function open(view: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) {
    watched = await openWatchedPage(browser, options);
    await prepare?.(watched.page);
    await watched.page.goto(server.url + view);
    return watched.page;
  }

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
    open: (view, options) => open(view, options),
    openSignedIn: (view, options) =>
      open(view, options, (page) => page.addInitScript(storeSession, sessionOf(signIn, new URL(server.url).origin))),
  };
}

interface StoredSession {
  origin: string;
  key: string;
  value: string;
}

/** What the page's OpenID library stores in the tab when a sign-in is finished. */
function sessionOf(signIn: SignInServer, origin: string): StoredSession {
  const { expires_in, ...tokens } = signIn.issue();
  const profile = JSON.parse(Buffer.from(tokens.id_token.split('.')[1]!, 'base64url').toString()) as User['profile'];
  const user = new User({ ...tokens, profile, expires_at: Math.floor(Date.now() / 1_000) + expires_in });
  return { origin, key: `oidc.user:${signIn.issuer}:${signIn.clientId}`, value: user.toStorageString() };
}

/** Runs in the tab before each of its documents; only the first one stores the session, so that it can end. */
function storeSession({ origin, key, value }: StoredSession) {
  if (location.origin !== origin || sessionStorage.getItem('was-opened')) return;
  sessionStorage.setItem('was-opened', 'true');
  sessionStorage.setItem(key, value);
}
