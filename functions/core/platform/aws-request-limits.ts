/** Limits of one try of an AWS call. Without the last member, the SDK only warns. */
export const awsRequestLimits = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
