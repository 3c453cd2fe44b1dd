import { ServiceError } from '../platform/http/errors.ts';
import type { Action, ActionParameter, ForumEndpoint } from './actions.ts';

/** The action is missing or not one of the endpoint's; the body describes the endpoint, in Chinese. */
export function unsupportedAction(endpoint: ForumEndpoint): ServiceError {
  const actions = Object.keys(endpoint.actions).join('、');
  return new ServiceError('unsupported_action', { params: { actions }, extras: usageOf(endpoint) });
}

/** Required parameters of the action are missing; names all of them, and describes the endpoint. */
export function missingParameters(endpoint: ForumEndpoint, action: string, names: string[]): ServiceError {
  return new ServiceError('missing_parameter', {
    params: { action, names: names.join('、') },
    details: names.map((param) => ({ param, message: 'is required' })),
    extras: usageOf(endpoint),
  });
}

/** `usage`, `params` and `direct` of the usage body. */
function usageOf({ path, note, actions }: ForumEndpoint) {
  const entries = Object.entries(actions);
  const patterns = entries.flatMap(([name, action]) => patternsOf(path, name, action));
  return {
    usage: Object.fromEntries(patterns),
    params: Object.fromEntries(entries.map(([name, { parameters }]) => [name, parameters.map(describe)])),
    direct: { 0: note, ...Object.fromEntries(entries.map(([name, { direct }]) => [name, direct])) },
  };
}

function patternsOf(path: string, name: string, { variants }: Action): [label: string, pattern: string][] {
  return variants.map(({ label, parameters }) => {
    const placeholders = parameters.map((parameter) => `&${parameter}=<${parameter}>`);
    return [label, `${path}?action=${name}${placeholders.join('')}`];
  });
}

function describe({ name, required, description, integer }: ActionParameter): string {
  const bounds = integer && [
    `默认 ${integer.default}`,
    ...(integer.max < Number.MAX_SAFE_INTEGER ? [`最大 ${integer.max}`, '超过则拒绝'] : []),
  ];
  const notes = [required ? '必填' : '可选', ...(bounds ?? [])];
  return `${name}：${description}（${notes.join('，')}）`;
}
