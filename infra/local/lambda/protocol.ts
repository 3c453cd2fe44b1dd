/** Start parameters of an instance. */
export interface InstanceData {
  /** The bundle's module, and the name of the handler in it. */
  modulePath: string;
  exportName: string;
  functionName: string;
  memoryMb: number;
  /** PEM certificates that are trusted in addition to the system's: those of the sandbox. */
  extraCa: string[];
}

export interface Invocation {
  event: unknown;
  requestId: string;
  /** For the SDK, which sends it with the function's calls. */
  traceHeader: string;
  /** Milliseconds since the epoch. */
  deadline: number;
}

export type InvocationResult = { ok: true; value: unknown } | { ok: false; name: string; message: string };
