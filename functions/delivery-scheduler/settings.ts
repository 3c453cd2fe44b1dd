export { deliverySettings as settingsSchema } from '../core/deliveries/settings.ts';
