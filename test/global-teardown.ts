export { closeLentBrowser as default } from './browser/support/lend-browser.ts';
