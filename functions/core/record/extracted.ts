/** A value that a crawl reads from each of its pages. */
export interface ExtractRule {
  /** Name of the value, unique within a crawl. */
  name: string;
  /** CSS selector. */
  css: string;
  /**
   * `text`: text of the first element that matches; `count`: number of elements that match; `attribute:<name>`: value of an
   * attribute of the first element that matches.
   */
  get: string;
}

/** Values by name; `null`: no element matches, it lacks the attribute, or the page was not read. */
export type ExtractedValues = Record<string, string | number | null>;

/** Why the values of a page are unknown: reading them took more work, or more time, than a page may take. */
export type ExtractFailure = 'work_limit' | 'time_limit';

/** What a crawl has read from a page. */
export interface Extracted {
  values: ExtractedValues;
  /** `null`: all values were read. */
  failure: ExtractFailure | null;
}

/** Returns the values of a page that was not read. */
export function noValues(rules: readonly Pick<ExtractRule, 'name'>[]): ExtractedValues {
  return Object.fromEntries(rules.map(({ name }) => [name, null]));
}
