import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import type { FunctionModel } from '../../../infra/local/template/service-model.ts';

/** Returns a function as deployed with the default settings; `undefined` if there is none of this name. */
export function deployedFunction(name: string): FunctionModel | undefined {
  return synthesizeOnce({}).model.functions.find((each) => each.name === name);
}
