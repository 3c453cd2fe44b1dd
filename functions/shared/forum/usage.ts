import { ServiceError } from '../http/errors.ts';
import type { Action, ActionParameter, ForumEndpoint } from './actions.ts';

/** 400: the request does not name an action with all that it requires; the body describes the endpoint, in Chinese. */
abstract class WithUsage extends ServiceError {
  readonly status = 400;
  readonly retryable = false;
  private readonly endpoint: ForumEndpoint;

  constructor(endpoint: ForumEndpoint, message: string) {
    super(message);
    this.endpoint = endpoint;
  }

  override extras() {
    return usageOf(this.endpoint);
  }
}

/** The action is missing or not one of the endpoint's. */
export class UnsupportedAction extends WithUsage {
  readonly code = 'unsupported_action';

  constructor(endpoint: ForumEndpoint) {
    super(endpoint, `action 参数缺失或不受支持，支持的取值：${Object.keys(endpoint.actions).join('、')}`);
  }
}

/** Required parameters of the action are missing; names all of them. */
export class MissingParameter extends WithUsage {
  readonly code = 'missing_parameter';
  private readonly names: string[];

  constructor(endpoint: ForumEndpoint, action: string, names: string[]) {
    super(endpoint, `action=${action} 缺少必填参数：${names.join('、')}`);
    this.names = names;
  }

  override extras() {
    return { ...super.extras(), details: this.names.map((param) => ({ param, message: 'is required' })) };
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
    ...(integer.max < Number.MAX_SAFE_INTEGER ? [`最大 ${integer.max}`, '超过则拒绝'] : []),
  ];
  const notes = [required ? '必填' : '可选', ...(bounds ?? [])];
  return `${name}：${description}（${notes.join('，')}）`;
}
