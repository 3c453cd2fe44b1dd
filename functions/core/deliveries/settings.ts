import { followSettings } from '../domains/settings.ts';
import { contactSettings, coordinationSettings, overrideSettings } from '../platform/settings/common.ts';
import { fromHost, number, optionalText, text, webUrl } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';
import { MAIL_DELAY_MS } from './limits.ts';

export const deliveryQueueSettings = {
  /** Queue of deliveries to receivers. */
  DELIVERY_QUEUE_URL: text,
};
export type DeliveryQueueSettings = SettingsOf<typeof deliveryQueueSettings>;

const seconds = number();

/** Settings of pending deliveries. */
export const deliverySettings = {
  /** Table of watches, their events and pending deliveries. */
  WATCHES_TABLE: text,
  ...deliveryQueueSettings,
};

/** Settings of pending deliveries and mails of watches. */
export const watchDeliverySettings = {
  ...deliverySettings,
  /** Time from the first event of a mail until it is sent, in seconds; by default ten minutes. */
  MAIL_DELAY_SECONDS: fromHost({
    ...seconds,
    isRequired: false,
    read: (value, name) => (value === '' ? MAIL_DELAY_MS / 1000 : seconds.read(value, name)),
  }),
};
export type WatchDeliverySettings = SettingsOf<typeof watchDeliverySettings>;

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

/** Settings of mails. */
export const mailSettings = {
  /** ARN of the topic of alarms; empty: there is no recipient. */
  ALARMS_TOPIC: optionalText,
  /** URL of the workspace, for links in mails. */
  WORKSPACE_URL: webUrl,
};
export type MailSettings = SettingsOf<typeof mailSettings>;

/** Settings of `watch-sender`. */
export const senderSettings = { ...sendSettings, ...watchDeliverySettings, ...mailSettings };
export type SenderSettings = SettingsOf<typeof senderSettings>;
