import { between, figuresOf } from './figures.ts';
import { json, parseJson, type StandIn, type StandInAnswer, type StandInRequest, type World } from './stand-in.ts';

const CALL_USD = 0.0201;
const ROW_USD = 0.0001;
const VERSION = '0.1.20260901';

interface Figures {
  /** Keywords in the first 100 results. */
  organic: number;
  paid: number | null;
}

const known: Record<string, Figures | null> = {
  'shop.example': { organic: 660, paid: 34 },
  'blog.example': { organic: 57, paid: null },
  'broken.example': null,
};

interface Task {
  target?: string;
  location_code?: number;
  language_code?: string;
}

export const dataforseo: StandIn = {
  id: 'dataforseo',
  method: 'POST',
  path: /^\/v3\/dataforseo_labs\/google\/domain_rank_overview\/live$/,
  answer: answerTask((task: Task) => {
    if (!task.target || /^www\.|[/:]/.test(task.target)) {
      return dataforseoError(40_501, "Invalid Field: 'target'.", 'task');
    }
    const figures = figuresOf(known, task.target, () => madeFigures(task.target!));
    return figures ? found(task, figures) : dataforseoError(40_102, 'No Search Results.', 'task');
  }),
};

/** @returns the answer to a call with the right password and a single task, as the Live methods take them */
export function answerTask<AnyTask>(answer: (task: AnyTask) => StandInAnswer): StandIn['answer'] {
  return ({ headers, body }, { keys }) => {
    if (!isAuthorized(headers, keys)) {
      return dataforseoError(40_100, 'You are not authorized to access this resource.', 'call', 401);
    }
    const tasks = parseJson(body) as AnyTask[] | undefined;
    if (!Array.isArray(tasks) || tasks.length !== 1) return dataforseoError(40_503, 'POST Data Is Invalid.', 'call');
    return answer(tasks[0]!);
  };
}

function isAuthorized({ authorization }: StandInRequest['headers'], keys: World['keys']): boolean {
  const credentials = `${keys['dataforseo-login']}:${keys['dataforseo-password']}`;
  return authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** An error of DataForSEO: mostly with HTTP 200, for the whole call or for its task. */
export function dataforseoError(code: number, message: string, level: 'call' | 'task', status = 200): StandInAnswer {
  const error = { status_code: code, status_message: message, time: '0.1 sec.', cost: 0 };
  if (level === 'call')
    return json({ version: VERSION, ...error, tasks_count: 0, tasks_error: 0, tasks: null }, status);
  const task = {
    id: '10010000-0001-0001-0000-000000000000',
    ...error,
    result_count: 0,
    path: [],
    data: {},
    result: null,
  };
  return json({ ...envelope(0), tasks_error: 1, tasks: [task] }, status);
}

function envelope(cost: number) {
  const time = '0.1 sec.';
  return { version: VERSION, status_code: 20_000, status_message: 'Ok.', time, cost, tasks_count: 1, tasks_error: 0 };
}

function found({ target, location_code, language_code }: Task, { organic, paid }: Figures): StandInAnswer {
  const place = { se_type: 'google', location_code, language_code };
  const metrics = {
    organic: metricsOf(target!, 'organic', organic),
    paid: paid === null ? null : metricsOf(target!, 'paid', paid),
  };
  const result = { ...place, target, total_count: 1, items_count: 1, items: [{ ...place, metrics }] };
  return resultOf(result, CALL_USD + ROW_USD);
}

/** The answer of a call with one task that found something. */
export function resultOf(result: object, cost: number): StandInAnswer {
  const { version: _, tasks_count: __, tasks_error: ___, ...status } = envelope(cost);
  const task = { id: '10010000-0001-0001-0000-000000000000', ...status, result_count: 1, path: [], data: {} };
  return json({ ...envelope(cost), tasks: [{ ...task, result: [result] }] });
}

/** Keywords by position, which together are all of them. */
function metricsOf(target: string, kind: string, count: number) {
  const names = ['pos_1', 'pos_2_3', 'pos_4_10', 'pos_11_20', 'pos_21_30', 'pos_31_40', 'pos_41_50'];
  const rest = ['pos_51_60', 'pos_61_70', 'pos_71_80', 'pos_81_90'];
  const share = Math.floor(count / 14);
  const positions = Object.fromEntries([...names, ...rest].map((name) => [name, share]));
  const last = count - share * (names.length + rest.length);
  return {
    ...positions,
    pos_91_100: last,
    etv: between(count * 2, count * 12, 'etv', kind, target) + 0.4,
    impressions_etv: 0,
    count,
    estimated_paid_traffic_cost: between(count, count * 15, 'cost', kind, target) + 0.5,
    is_new: between(0, share, 'new', kind, target),
    is_up: between(0, share * 3, 'up', kind, target),
    is_down: between(0, share * 3, 'down', kind, target),
    is_lost: between(0, share, 'lost', kind, target),
  };
}

function madeFigures(target: string): Figures {
  const paid = between(0, 60, 'paid', target);
  return { organic: between(12, 9_000, 'organic', target), paid: paid < 30 ? null : paid };
}
