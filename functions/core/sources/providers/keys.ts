/** Keys of sources, by the name of their parameter below `/<stack>/sources/`. */
export const sourceKeys = ['open-page-rank-key', 'google-api-key', 'dataforseo-login', 'dataforseo-password'] as const;

export type SourceKey = (typeof sourceKeys)[number];

/** Values of the keys that the operator has set; `null` if it could not be determined whether one is set. */
export type SourceKeys = Partial<Record<SourceKey, string | null>>;
