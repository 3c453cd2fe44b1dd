export { senderSettings as settingsSchema } from '../core/deliveries/settings.ts';
