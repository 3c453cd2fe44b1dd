/** Variables that decide which time it is. `LD_PRELOAD` and `FAKETIME…` are those of Debian's `faketime`. */
const CLOCK = ['TZ', 'TEST_CLOCK_OFFSET_MS', 'NODE_OPTIONS', 'LD_PRELOAD'];

/** Returns what a process that has settings of its own takes over from the tests: where programs are, and the clock. */
export function machineEnvironment(): Record<string, string> {
  const isOf = (name: string) => name === 'PATH' || CLOCK.includes(name) || name.startsWith('FAKETIME');
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOf(name))) as Record<string, string>;
}

/** Returns the setting of Node that loads a module before any other, beside those of this process. */
export function preload(module: URL): string {
  return [process.env.NODE_OPTIONS, `--import=${module.href}`].filter(Boolean).join(' ');
}
