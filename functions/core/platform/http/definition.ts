import type { z } from 'zod';
import type { CsvTable } from '../text/csv-text.ts';
import type { ErrorName } from './errors.ts';

/**
 * An endpoint: the stack makes its routes of it, and the OpenAPI document its paths. No function loads it. A new one is
 * one more in `infra/endpoints.ts`, beside its folder and its permissions in the stack.
 */
export interface EndpointDefinition {
  /** Folder of the function that answers, below `functions`. */
  function: string;
  /** As API Gateway has it. */
  path: string;
  /** As the document has it, where that differs. */
  documentedPath?: string;
  /** `key`: needs an API key on a usage plan; otherwise anybody may call, at this rate of all callers together. */
  access: 'key' | { requestsPerSecond: number; burst: number };
  /** By method; `null`: it is not described. */
  operations: Partial<Record<Method, Operation | null>>;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

export interface Operation {
  operationId: string;
  tag: 'Search metrics' | 'Forum' | 'Description';
  summary: string;
  description?: string;
  /** Schema of the parameters in the query. */
  query?: z.core.$ZodObject;
  /** Parameters elsewhere, or in the query without a schema. */
  parameters?: ParameterObject[];
  body?: RequestBody;
  /** By status. */
  answers: Record<number, Answer>;
  /** Errors in addition to those of all endpoints with this access; by default, none. */
  errors?: readonly ErrorName[];
  /** An answer of `HEAD` has no body, so that its errors have no envelope. */
  isBodiless?: boolean;
}

/** A parameter as OpenAPI describes it. */
export interface ParameterObject {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: object;
  /** Prefilled by the page when a call is tried. */
  example?: unknown;
}

export interface RequestBody {
  /** Name of its schema. */
  name: string;
  schema: z.core.$ZodType | Record<string, unknown>;
  /** By name; of one that is called `example`, the name is left out. */
  examples: Record<string, unknown>;
  /** It may be a form too. */
  isForm?: boolean;
}

/** What is answered with one status. */
export interface Answer {
  meaning: string;
  /** `data` in the envelope: its schema, and the name of the answer's. */
  data?: { name: string; schema: z.ZodType };
  /** A real answer of this name is shown; by default, of an answer with 200 and CSV or conditions. */
  hasExample?: boolean;
  /** It is a table too: how it is made of `data`, or its description. */
  csv?: ((data: never) => CsvTable) | string;
  /** It has an ETag, and `If-None-Match` may be answered with 304. */
  isConditional?: boolean;
  /** Headers of its own, as OpenAPI describes them. */
  headers?: Record<string, { description: string; schema: object }>;
  /** Without an envelope: content by media type. */
  content?: Record<string, object>;
}
