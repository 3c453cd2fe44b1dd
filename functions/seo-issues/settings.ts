export { endpointSettings as settingsSchema } from '../core/platform/settings/common.ts';
