export { deletionSettings as settingsSchema } from '../core/deletion/settings.ts';
