import type { CallEndpoint } from './endpoints.ts';
import type { SourceReport } from '../core/record/record.ts';

/** JSON Schema of an object, limited to the keywords that tools use. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
}

/** The result of a tool. */
export interface ToolResult {
  data: Record<string, unknown>;
  /** The main facts in at most 1,500 characters, the most important first; untrusted text is marked. */
  summary: string;
}

/** Number of rows of a list. */
export interface RowLimit {
  usual: number;
  maximum: number;
}

/** A tool that assistants call. */
export interface Tool<Given = never> {
  name: string;
  title: string;
  description: string;
  input: ObjectSchema;
  /** The members of `data`. */
  output: ObjectSchema;
  /** Dotted paths, without indexes, of texts in `data` that the service itself has written. */
  own: readonly string[];
  /** Paths of objects with keys from other parties. */
  maps?: readonly string[];
  /** Numbers of rows, if the answer has as many rows as `limit`. */
  rows?: RowLimit;
  /** Returns whether the caller requests more than the short answer. A `limit` above the usual one always does. */
  requestsMore?: (given: Given) => boolean;
  /** @throws {ServiceError} if the endpoint returns an error */
  run(given: Given, callEndpoint: CallEndpoint): Promise<ToolResult>;
}

// Parts of the schemas of tools; descriptions assume no knowledge of SEO data.

export const domain = { type: 'string', description: 'Domain name, such as example.com' };

export const refresh = { type: 'boolean', description: 'Fetch again; uses allowance. Only if the user requests it' };

export const cursor = { type: 'string', description: 'next_cursor of the previous answer' };

export const locale = {
  language: { type: 'string', description: 'Language of the keywords, such as en (default) or zh' },
  country: { type: 'string', description: 'Country, such as US (default)' },
};

export const limit = ({ usual, maximum }: RowLimit) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  description: `Default ${usual}`,
});

export const nullable = (type: string, description?: string) => ({
  type: [type, 'null'],
  ...(description !== undefined && { description }),
});

export const text = { type: 'string' };
export const list = { type: 'array' };
export const object = { type: 'object' };
export const flag = { type: 'boolean' };
export const count = { type: 'integer' };

/** The short form of a source report. */
interface ShortSource {
  id: string;
  status: string;
  fetched_at: string | null;
  /** Error code; absent: no error. */
  error?: string;
}

export function shortSources(sources: SourceReport[]): ShortSource[] {
  return sources.map(({ id, status, fetched_at, error }) => ({
    id,
    status,
    fetched_at,
    ...(error && { error: error.code }),
  }));
}

/** Paths of the members of {@link shortSources}. */
export const ownOfSources = ['sources.id', 'sources.status', 'sources.error'];

/** @returns a number with its noun, such as `1 page` or `2 pages` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
