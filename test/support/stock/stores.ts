/** The stores through which versions that run side by side meet, to be called by themselves. */
export { createBackgroundRequests } from '../../../functions/shared/storage/background-requests.ts';
export { createClaims } from '../../../functions/shared/storage/claims.ts';
export { createDailyBudget } from '../../../functions/shared/storage/daily-budget.ts';
export { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
export { createFetchLeases } from '../../../functions/shared/storage/fetch-lease.ts';
export { createTurns } from '../../../functions/shared/storage/turns.ts';
