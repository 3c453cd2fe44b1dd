import { ServiceError } from '../http/errors.ts';
import type { Action, ActionParameter, ForumEndpoint } from './actions.ts';

/** 400: the action is missing or not one of the endpoint's; the body tells how the endpoint is used, in Chinese. */
export class UnsupportedAction extends ServiceError {
  readonly code = 'unsupported_action';
  readonly status = 400;
  readonly retryable = false;
  private readonly endpoint: ForumEndpoint;

  constructor(endpoint: ForumEndpoint) {
    super(`action 参数缺失或不受支持，支持的取值：${Object.keys(endpoint.actions).join('、')}`);
    this.endpoint = endpoint;
  }

  override extras() {
    return usageOf(this.endpoint);
  }
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
    ...(integer.max < Number.MAX_SAFE_INTEGER ? [`最大 ${integer.max}`] : []),
  ];
  const notes = [required ? '必填' : '可选', ...(bounds ?? [])];
  return `${name}：${description}（${notes.join('，')}）`;
}
