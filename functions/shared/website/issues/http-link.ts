import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** A page over https with links to http addresses of its site. */
export const httpLink: Issue = {
  id: 'http-link',
  severity: 'warning',
  scope: 'page',
  title: 'The page links to pages of the site over http',
  howToFix: 'Link to the https addresses.',
  learnMore: 'https://web.dev/articles/enable-https',
  find(site) {
    return htmlPages(site).filter(({ facts }) => facts.http_links > 0);
  },
};
