import { json, parseJson, readData, type FakeEndpoint, type FakeAnswer, type FakeRequest, type World } from './fake.ts';

const CALL_USD = 0.0201;
const ROW_USD = 0.0001;
const VERSION = '0.1.20260901';

/** Keywords by position in the first 100 results, organic and paid. */
const metricsOf = readData<Record<string, object>>('dataforseo');

interface DomainTask {
  target?: string;
  location_code?: number;
  language_code?: string;
}

export const dataforseo: FakeEndpoint = {
  id: 'dataforseo',
  method: 'POST',
  path: /^\/v3\/dataforseo_labs\/google\/domain_rank_overview\/live$/,
  answer: answerTask((task: DomainTask) => {
    if (!task.target || /^www\.|[/:]/.test(task.target)) {
      return dataforseoError(40_501, "Invalid Field: 'target'.", 'task');
    }
    const metrics = metricsOf[task.target];
    return metrics ? found(task, metrics) : dataforseoError(40_102, 'No Search Results.', 'task');
  }),
};

/** @returns the response to a call with the correct password and a single task, as the Live methods require */
function answerTask<AnyTask>(answer: (task: AnyTask) => FakeAnswer): FakeEndpoint['answer'] {
  return ({ headers, body }, { keys }) => {
    if (!isAuthorized(headers, keys)) {
      return dataforseoError(40_100, 'You are not authorized to access this resource.', 'call', 401);
    }
    const tasks = parseJson(body) as AnyTask[] | undefined;
    if (!Array.isArray(tasks) || tasks.length !== 1) return dataforseoError(40_503, 'POST Data Is Invalid.', 'call');
    return answer(tasks[0]!);
  };
}

function isAuthorized({ authorization }: FakeRequest['headers'], keys: World['keys']): boolean {
  const credentials = `${keys['dataforseo-login']}:${keys['dataforseo-password']}`;
  return authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** An error of DataForSEO: mostly with HTTP 200, for the whole call or for its task. */
function dataforseoError(code: number, message: string, level: 'call' | 'task', status = 200): FakeAnswer {
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

function found({ target, location_code, language_code }: DomainTask, metrics: object): FakeAnswer {
  const place = { se_type: 'google', location_code, language_code };
  const result = { ...place, target, total_count: 1, items_count: 1, items: [{ ...place, metrics }] };
  return resultOf(result, CALL_USD + ROW_USD);
}

/** The answer of a call with one task that found something. */
function resultOf(result: object, cost: number): FakeAnswer {
  const { version: _, tasks_count: __, tasks_error: ___, ...status } = envelope(cost);
  const task = { id: '10010000-0001-0001-0000-000000000000', ...status, result_count: 1, path: [], data: {} };
  return json({ ...envelope(cost), tasks: [{ ...task, result: [result] }] });
}

/** By seed. Other keywords have no metrics, so that invented values are never mistaken for real ones. */
const known = readData<Record<string, object[]>>('dataforseo-keywords');

interface KeywordTask {
  keyword?: string;
  location_code?: number;
  language_code?: string;
  limit?: number;
}

export const dataforseoKeywords: FakeEndpoint = {
  id: 'dataforseo_keywords',
  method: 'POST',
  path: /^\/v3\/dataforseo_labs\/google\/keyword_suggestions\/live$/,
  answer: answerTask(({ keyword, location_code, language_code, limit = 100 }: KeywordTask) => {
    if (!keyword) return dataforseoError(40_501, "Invalid Field: 'keyword'.", 'task');
    const rows = known[keyword]?.slice(0, limit);
    if (!rows) return dataforseoError(40_102, 'No Search Results.', 'task');
    const place = { se_type: 'google', location_code, language_code };
    const items = rows.map((row) => ({ ...place, ...row }));
    const seed = { ...place, seed_keyword: keyword, total_count: rows.length, items_count: rows.length, offset: 0 };
    return resultOf({ ...seed, items }, 0.02 + rows.length * 0.0001);
  }),
};
