import type { SourceAnswer } from '../../record/source-answer.ts';

/** What a source answers that goes by what the crawl has read, where no home page was ever read. */
export const noHomePage: SourceAnswer = {
  status: 'error',
  error: { code: 'no_home_page', message: 'The home page could not be read', retryable: true },
};
