import { readCases } from './cases.ts';

/** A value for each setting of the deployment, other than its default. */
export const everySetting = readCases<
  Record<string, unknown> & Record<'domainName' | 'certificateArn' | 'alarmEmail', string>
>('infra/every-setting');
