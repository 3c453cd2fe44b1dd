import { followSettings } from '../domains/settings.ts';
import { contactSettings, coordinationSettings, overrideSettings } from '../platform/settings/common.ts';
import { optionalText, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const deliveryQueueSettings = {
  /** Queue of deliveries to receivers. */
  DELIVERY_QUEUE_URL: text,
};
export type DeliveryQueueSettings = SettingsOf<typeof deliveryQueueSettings>;

/** Settings of pending deliveries. */
export const deliverySettings = {
  /** Table of watches, their events and pending deliveries. */
  WATCHES_TABLE: text,
  ...deliveryQueueSettings,
};

/** Settings of sending a signed delivery. */
export const sendSettings = {
  ...coordinationSettings,
  ...followSettings,
  ...contactSettings,
  ...overrideSettings,
  /** SSM parameter with the secret from which the secrets of deliveries are derived. */
  WATCHES_SECRET_PARAMETER: text,
};
export type SendSettings = SettingsOf<typeof sendSettings>;

/** Settings of `watch-sender`. */
export const senderSettings = {
  ...sendSettings,
  ...deliverySettings,
  /** ARN of the topic of alarms; empty: there is no recipient. */
  ALARMS_TOPIC: optionalText,
};
export type SenderSettings = SettingsOf<typeof senderSettings>;
