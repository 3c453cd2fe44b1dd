import type { Ask } from './ask.ts';

/** JSON Schema of an object, as far as tools take it. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties?: boolean;
}

/** What a tool has found. */
export interface Found {
  data: Record<string, unknown>;
  /** A line or two for people, without any text of others. */
  summary: string;
}

/** A tool that assistants call. */
export interface Tool<Given = never> {
  name: string;
  title: string;
  description: string;
  input: ObjectSchema;
  /** Names the members of `data`. */
  output: ObjectSchema;
  /** Paths, dotted and without indexes, of those texts in `data` that the service itself has written. */
  own: readonly string[];
  /** Paths of objects whose keys others have chosen. */
  maps?: readonly string[];
  /** Whether the caller wants more than the short answer. */
  wantsMore?: (given: Given) => boolean;
  /** @throws {ServiceError} where there is no answer */
  run(given: Given, ask: Ask): Promise<Found>;
}
