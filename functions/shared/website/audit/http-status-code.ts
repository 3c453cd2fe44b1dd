import type { PageAudit } from './audit.ts';

/**
 * The page answers with a successful HTTP status.
 *
 * Passes below 400. Fails from 400 to 599.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/http-status-code/
 */
export const httpStatusCode: PageAudit = {
  id: 'http-status-code',
  title: 'The page answers with a successful HTTP status',
  failureTitle: 'The page answers with an HTTP error',
  weight: 1,
  check({ status }) {
    if (status < 400 || status > 599) return { status: 'pass' };
    return { status: 'fail', explanation: `The page answered with HTTP status ${status}.` };
  },
};
