import { freePort } from '../support/free-port.ts';
import { testPages } from '../support/test-pages.ts';

const port = String(await freePort());
testPages('the guide of webhooks', ['docs/guides/webhooks.md'], {
  settings: { LOCAL_RESOLVE: `hooks.test=127.0.0.1:${port}` },
  replaced: ['8787', port],
});
