/** @returns ids of the sources and engines that the operator has switched off, by the setting `DISABLED_SOURCES` */
export function disabledSources({ DISABLED_SOURCES = '' }: NodeJS.ProcessEnv): ReadonlySet<string> {
  return new Set(DISABLED_SOURCES.split(',').map((id) => id.trim()));
}
