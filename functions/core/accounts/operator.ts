/** Owner of the operator's batches, and of the crawls of the workspace: the ids of keys' owners have no hyphen. */
export const OPERATOR = 'the-operator';
