/** Product token of the crawler, as site owners name it in robots.txt. */
export const CRAWLER_TOKEN = 'DomaingaugeBot';
const CRAWLER_VERSION = '0.4';

/** @returns the User-Agent header of the crawler, with a contact URL for site owners */
export function userAgent(contactUrl: string): string {
  return `${CRAWLER_TOKEN}/${CRAWLER_VERSION} (+${contactUrl})`;
}
