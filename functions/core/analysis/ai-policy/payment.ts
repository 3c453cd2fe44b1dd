import type { PolicyMembers } from '../../record/record.ts';
import { RULES } from './drafts.ts';
import { type Headers, headerValue, written } from './statement.ts';

const PAYMENT_REQUIRED = 402;
const PRICE = /^([A-Z]{3}) (\d{1,9}(?:\.\d{1,9})?)$/;

/**
 * Reads the price that a server requests with status 402 and `crawler-price`. `crawler-exact-price` and
 * `crawler-max-price` are sent by crawlers, and `crawler-charged` is in responses to crawlers that have paid: this service
 * pays nothing.
 *
 * @see https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/use-pay-per-crawl-as-ai-owner/crawl-pages/
 */
export function readPayment(httpStatus: number, headers: Headers): PolicyMembers['payment'] {
  const price = headerValue(headers, 'crawler-price');
  if (httpStatus !== PAYMENT_REQUIRED || price === null) return null;
  const [, currency = null, amount = null] = PRICE.exec(price.trim()) ?? [];
  return {
    rules: RULES.payment,
    source: 'header',
    text: written(`crawler-price: ${price}`),
    currency,
    amount: amount === null ? null : Number(amount),
  };
}
