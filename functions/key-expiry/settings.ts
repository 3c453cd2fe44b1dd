export { stackSettings as settingsSchema } from '../core/platform/settings/common.ts';
