export { longTailSettings as settingsSchema } from '../core/long-tail/settings.ts';
