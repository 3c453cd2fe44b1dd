/** Credentials that the emulated services take, as they take any. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const localRegion = 'us-east-1';
/** Prefix of the names of keys and plans. */
export const localStackName = 'local';
