/** Variables that affect the clock. `LD_PRELOAD` and `FAKETIME…` are those of Debian's `faketime`. */
const CLOCK = ['TZ', 'TEST_CLOCK_OFFSET_MS', 'NODE_OPTIONS', 'LD_PRELOAD'];

/** Returns the variables that a process with its own settings inherits from the tests: `PATH` and the clock. */
export function machineEnvironment(): Record<string, string> {
  const isOf = (name: string) => name === 'PATH' || CLOCK.includes(name) || name.startsWith('FAKETIME');
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOf(name))) as Record<string, string>;
}

/** Returns `NODE_OPTIONS` of this process with a module that is loaded before any other. */
export function preload(module: URL): string {
  return [process.env.NODE_OPTIONS, `--import=${module.href}`].filter(Boolean).join(' ');
}
