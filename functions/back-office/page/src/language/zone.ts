import { createContext } from 'react';

export const zones = ['utc', 'local'] as const;
/** The zone that times are written in: UTC, or that of the browser. */
export type Zone = (typeof zones)[number];

export const ZoneContext = createContext<{ zone: Zone; choose: (zone: Zone) => void }>({ zone: 'utc', choose() {} });

/** The IANA name of the browser's zone, such as `Asia/Shanghai`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
