/** @returns the message of an AWS client's error, with what to do if credentials or region are missing */
export function explainAwsError({ name, message }: Error): string {
  if (name === 'CredentialsProviderError') {
    return `${message}: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
  }
  if (message === 'Region is missing') return `${message}: set AWS_REGION, such as AWS_REGION=eu-west-1`;
  return message || name;
}
