import { Console } from 'node:console';

/**
 * The console of the bundles, in place of the global one. In Lambda's JSON log format, the runtime's console puts each line
 * into a member of an object, in which CloudWatch does not find metrics; JSON that is written to the standard output is
 * stored as it is (Lambda Developer Guide, Configuring advanced logging controls).
 */
export const console = new Console(process.stdout, process.stderr);
