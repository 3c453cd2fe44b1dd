export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Sends a request and returns `data` of the response.
 *
 * @throws {ApiError}
 */
type Send = <Data>(method: Method, path: string, options?: Options) => Promise<Data>;

/**
 * Sends a request whose response is CSV.
 *
 * @throws {ApiError}
 */
type SendForCsv = (method: Method, path: string, options?: Options) => Promise<CsvPage>;

export interface CsvPage {
  /** With its header row. */
  text: string;
  /** `null`: this is the end of the list. */
  nextCursor: string | null;
}

export interface Client {
  send: Send;
  sendForCsv: SendForCsv;
}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * @param base URL of the API, ending in a slash
 * @param accessToken returns the current token, renewed if necessary; `null`: no user is signed in
 * @param onSignInRequired called when the API does not accept the token
 */
export function createClient(
  base: string,
  { accessToken, onSignInRequired }: { accessToken: () => Promise<string | null>; onSignInRequired: () => void },
): Client {
  async function ask(method: Method, path: string, { body, headers = {}, signal }: Options = {}): Promise<Reply> {
    const token = await accessToken();
    const reply = await replyTo(new URL(path, base), {
      method,
      headers: {
        ...headers,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      cache: 'no-store',
      credentials: 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new ApiError('', { code: 'unreachable', retryable: true, cause });
    });
    if (reply.status === 401) onSignInRequired();
    return reply;
  }
  return {
    send: async <Data>(...request: Parameters<Send>) => dataOf(await ask(...request)) as Data,
    sendForCsv: async (...request) => csvOf(await ask(...request)),
  };
}

/** A connection may break at any time: in the body too. */
async function replyTo(url: URL, request: RequestInit): Promise<Reply> {
  const response = await fetch(url, request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function dataOf(reply: Reply): unknown {
  const { status, text } = reply;
  const envelope = readEnvelope(text);
  if (envelope === null) throw unreadable(reply);
  if (envelope.success) return envelope.data;
  throw new ApiError(envelope.message, {
    code: envelope.error,
    status,
    retryable: envelope.retryable,
    requestId: envelope.request_id,
    retryAfterSeconds: retryAfterOf(reply),
    details: envelope.details ?? [],
    values: envelope.values ?? {},
  });
}

function csvOf(reply: Reply): CsvPage {
  const { status, headers, text } = reply;
  if (status >= 200 && status < 300 && headers.get('Content-Type')?.startsWith('text/csv')) {
    return { text, nextCursor: headers.get('X-Next-Cursor') };
  }
  dataOf(reply);
  throw unreadable(reply);
}

function unreadable(reply: Reply): ApiError {
  return new ApiError('', {
    code: 'unreadable',
    status: reply.status,
    retryable: true,
    retryAfterSeconds: retryAfterOf(reply),
  });
}

/** The service and API Gateway send seconds, never a date. */
function retryAfterOf({ headers }: Reply): number | null {
  const seconds = headers.get('Retry-After');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
}

/** An invalid parameter. */
export interface ErrorDetail {
  param: string;
  /** Stable id of the rule that it breaks. */
  rule: string;
  message: string;
  /** The values in the message. */
  values: Readonly<Record<string, unknown>>;
}

/** The outer members of every response. */
type Envelope =
  | { success: true; request_id: string; data: unknown }
  | {
      success: false;
      request_id: string;
      error: string;
      message: string;
      /** The values in the message. */
      values?: Readonly<Record<string, unknown>>;
      /** Whether the same request may succeed later. */
      retryable: boolean;
      details?: ErrorDetail[];
    };

/** Parses a body; `null` if it is not an envelope, such as a proxy's error page. */
function readEnvelope(body: string): Envelope | null {
  try {
    const value = JSON.parse(body) as Partial<Envelope> | null;
    return typeof value?.success === 'boolean' ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

/** Thrown when the API responds with an error, or there is no readable response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable slug, such as `invalid_parameter`; the page adds `unreachable` and `unreadable`. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed, if the service states them. */
  readonly retryAfterSeconds: number | null;
  readonly details: readonly ErrorDetail[];
  /** The values in the message. */
  readonly values: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    {
      code,
      status = 0,
      retryable,
      requestId = null,
      retryAfterSeconds = null,
      details = [],
      values = {},
      cause,
    }: {
      code: string;
      status?: number;
      retryable: boolean;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      details?: readonly ErrorDetail[];
      values?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
    this.values = values;
  }
}

/**
 * Waits.
 *
 * @throws when `signal` is aborted
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Whether an error may have gone when the same is asked again. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.retryable || error.status >= 500 || error.status === 401);
}

/**
 * A list of several pages as one CSV text with one header row.
 *
 * @param load one of its pages, from a cursor on or from the beginning
 * @throws {ApiError}
 */
export async function wholeCsv(load: (cursor: string | null) => Promise<CsvPage>): Promise<string> {
  let text = '';
  for await (const part of csvParts(load)) text += part;
  return text;
}

/**
 * Loads a list of several pages as the parts of one CSV text: a list of a large site is longer than a text can be.
 *
 * @param load one of its pages, from a cursor on or from the beginning
 * @param onRows called after each part but the last, with the number of rows so far
 * @throws {ApiError}
 */
export async function* csvParts(
  load: (cursor: string | null) => Promise<CsvPage>,
  onRows: (rows: number) => void = () => {},
): AsyncGenerator<string, void> {
  let rows = -1;
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const { text, nextCursor } = await load(cursor);
    const part = isFirst ? text : withoutHeader(text);
    rows += rowsOf(part);
    if (nextCursor !== null) onRows(rows);
    yield part;
    cursor = nextCursor;
  }
}

/** @returns the number of rows of a CSV text: a line end within quotes ends none */
function rowsOf(csv: string): number {
  let rows = 0;
  let isQuoted = false;
  for (const [found] of csv.matchAll(/"|\r\n/g)) {
    if (found === '"') isQuoted = !isQuoted;
    else if (!isQuoted) rows += 1;
  }
  return rows;
}

/** @param csv whose names of columns have neither quotes nor line ends */
export function withoutHeader(csv: string): string {
  return csv.slice(csv.indexOf('\r\n') + 2);
}
