/** The ranges that are offered. */
export const historyRanges = ['30d', '90d', '1y', '10y'] as const;
export type HistoryRange = (typeof historyRanges)[number];
