/** A setting that the deployment must provide is missing: a defect of the deployment, told by name at start. */
export class SettingMissing extends Error {
  readonly code = 'setting_missing';

  constructor(name: string) {
    super(`The environment variable ${name} is not set`);
  }
}

/**
 * @returns the value of an environment variable
 * @throws {SettingMissing} when it is absent or empty
 */
export function requiredSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new SettingMissing(name);
  return value;
}
