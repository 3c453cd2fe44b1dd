import type { z } from 'zod';
import type { CsvTable } from '../text/csv-text.ts';
import type { LimitState } from './limit-fields.ts';
import type { ErrorName } from './errors.ts';

/**
 * Definition of an endpoint. The stack derives its routes from it, and the OpenAPI document its paths; no function
 * loads it. A new endpoint needs its folder, and a row of `infra/functions.ts`.
 */
export interface EndpointDefinition {
  /** In the syntax of API Gateway. */
  path: string;
  /** Path in the document, if it differs. */
  documentedPath?: string;
  /**
   * `key`: requires an API key on a usage plan; otherwise the endpoint is public, with this rate limit for all callers
   * together.
   */
  access: 'key' | { requestsPerSecond: number; burst: number };
  /** By method; `null`: the document does not describe it. */
  operations: Partial<Record<Method, Operation | null>>;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation {
  operationId: string;
  tag: 'Search metrics' | 'Watches' | 'Forum' | 'Description';
  summary: string;
  description?: string;
  /** Schema of the parameters in the query. */
  query?: z.core.$ZodObject;
  /** Parameters outside of the query, or in the query without a schema. */
  parameters?: ParameterObject[];
  body?: RequestBody;
  /** Limits of which its responses state what is left, if they count against one. */
  limits?: readonly LimitState['name'][];
  /** By status. */
  answers: Record<number, ResponseDefinition>;
  /** Errors in addition to those of all endpoints with this access; by default, none. */
  errors?: readonly ErrorName[];
  /** A response to `HEAD` has no body, so that its errors have no envelope. */
  isBodiless?: boolean;
}

/** A parameter as OpenAPI describes it. */
export interface ParameterObject {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: object;
  /** The documentation page fills it in when a call is tried. */
  example?: unknown;
}

export interface RequestBody {
  /** Name of its schema. */
  name: string;
  schema: z.core.$ZodType | Record<string, unknown>;
  /** By name; the name `example` is omitted in the document. */
  examples: Record<string, unknown>;
  /** Whether a form is accepted as well. */
  isForm?: boolean;
}

/** A response with one status. */
export interface ResponseDefinition {
  meaning: string;
  /** `data` in the envelope: its schema, and the name of the response's schema. */
  data?: { name: string; schema: z.ZodType };
  /**
   * Whether a recorded response with this name is shown; by default for status 200 with CSV or conditional requests.
   */
  hasExample?: boolean;
  /** The response is available as a table: how it is made from `data`, or its description. */
  csv?: ((data: never) => CsvTable) | string;
  /** The response has an ETag, and `If-None-Match` may return 304. */
  isConditional?: boolean;
  /** Additional headers, as OpenAPI describes them. */
  headers?: Record<string, { description: string; schema: object }>;
  /** Without an envelope: content by media type. */
  content?: Record<string, object>;
}
