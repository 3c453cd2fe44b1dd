import type { Site, SitePage } from '../site/site.ts';

/** `error` keeps pages from being found, `warning` costs something, `notice` is worth a look. */
export type Severity = 'error' | 'warning' | 'notice';

/** Something that is wrong with pages of a site. */
export interface Issue {
  /** Stable id. */
  id: string;
  severity: Severity;
  /** `site`: it is about how pages stand to each other. */
  scope: 'page' | 'site';
  /** What is wrong, as a sentence about the page. */
  title: string;
  howToFix: string;
  /** Address of the rule's documentation. */
  learnMore: string;
  /**
   * What could not be known (a blocked request, a challenge, a limit) is never found fault with.
   *
   * @returns the pages that show it, each once
   */
  find: (site: Site) => Iterable<SitePage>;
}
