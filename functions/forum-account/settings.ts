export { forumAccountSettings as settingsSchema } from '../core/forum/settings.ts';
