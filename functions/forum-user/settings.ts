export { forumUserSettings as settingsSchema } from '../core/forum/settings.ts';
