import { endpointSettings, versionSettings } from '../core/platform/settings/common.ts';

export const settingsSchema = { ...endpointSettings, ...versionSettings };
