/** The stores that versions running side by side share, under the names that version 0.1 has for them. */
export { createBackgroundRequests } from '../../../functions/shared/storage/background-requests.ts';
export { createOnceMarkers as createClaims } from '../../../functions/shared/storage/once-markers.ts';
export { createDailyBudget } from '../../../functions/shared/storage/daily-budget.ts';
export { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
export { createFetchLeases } from '../../../functions/shared/storage/fetch-lease.ts';
export { createProviderRateLimit as createTurns } from '../../../functions/shared/storage/provider-rate-limit.ts';
