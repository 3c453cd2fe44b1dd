import { robotsContent } from '../robots/robots-txt.ts';
import { validateRobots } from '../robots/validate-robots.ts';
import { finding, type PageAudit } from './audit.ts';

/**
 * robots.txt is valid.
 *
 * Passes where every line is a rule that crawlers know. Fails for lines that are not, and where the file could not be
 * fetched or the server failed (5xx). Does not apply where there is none (4xx) or it is empty.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/
 */
export const robotsTxt: PageAudit = {
  id: 'robots-txt',
  title: 'robots.txt is valid',
  failureTitle: 'robots.txt is not valid',
  weight: 1,
  check({ robots }) {
    const { status } = robots;
    if (status === null) return { status: 'fail', explanation: 'robots.txt could not be fetched.' };
    if (status >= 500) return { status: 'fail', explanation: `robots.txt answered with HTTP status ${status}.` };
    const content = robotsContent(robots);
    if (content === null) {
      if (status >= 400 || (status >= 200 && status <= 299)) return { status: 'not_applicable' };
      return { status: 'fail', explanation: `robots.txt answered with HTTP status ${status} and no content.` };
    }
    const errors = validateRobots(content);
    if (errors.length === 0) return { status: 'pass' };
    return {
      status: 'fail',
      explanation: `robots.txt has ${errors.length} faulty ${errors.length === 1 ? 'line' : 'lines'}.`,
      findings: errors.map(({ line, content: element, message }) => finding(message, { element, line })),
    };
  },
};
