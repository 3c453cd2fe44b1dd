import { type Settings, text } from '../settings/settings.ts';

/** What answering requests behind the gateway takes. */
export const endpointSettings = { METRICS_NAMESPACE: text };

export type EndpointSettings = Settings<typeof endpointSettings>;
