/** Time limits of one attempt of an AWS call. Without the last member, the SDK only logs a warning. */
export const awsRequestLimits = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
