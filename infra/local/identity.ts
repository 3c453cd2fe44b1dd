/** Credentials for emulated services that are started without a keyring and accept any credentials. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const localRegion = 'us-east-1';
/** ARN of a resource of the template: it ends in the logical id, which is also the resource's name. */
export const localArn = (logicalId: string) => `arn:aws:local:${localRegion}:000000000000:${logicalId}`;
/** Prefix of the names of keys and plans. */
export const localStackName = 'local';
