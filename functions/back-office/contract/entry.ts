import type * as z from 'zod/mini';
import type { PathRoute } from '../../core/platform/http/routes.ts';

/**
 * A route of the contract, with a path relative to the API's. The router reads query and body with their schemas; one
 * that depends on settings of the deployment is created from the services of the route.
 */
export interface Entry<Services = never> extends PathRoute {
  /** The route changes only data of the caller: viewers may use it too, and it is not in the journal. */
  isOwn?: true;
  query?: Declared<z.core.$ZodObject, Services>;
  /** JSON. */
  body?: Declared<z.core.$ZodType, Services>;
  /** `data` of the envelope. */
  answer: TypeOnly<object>;
}

/** Whether a route is a change that only operators may make, and that the journal records. */
export const isJournaled = ({ method, isOwn }: { method: string; isOwn?: true | undefined }): boolean =>
  method !== 'GET' && !isOwn;

/** Entries by the names of the calls of the page. */
export type Entries<Services = never> = Readonly<Record<string, Entry<Services>>>;

type Declared<Schema, Services> = Schema | ((services: Services) => Schema) | TypeOnly<object>;

/** A type without a schema. */
export interface TypeOnly<Type> {
  readonly declares?: Type;
}

/** Declares the type of an answer, or of a query or body that a public endpoint reads, and not the router. */
export const typeOnly = <Type>(): TypeOnly<Type> => ({});

/** Names of the parameters in a path. */
export type ParameterNames<Pattern> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

export type AnswerTo<Of> = Of extends { answer: TypeOnly<infer Answer> } ? Answer : never;

/** What a caller sends; `undefined`: nothing. */
export type SentQuery<Of> = Of extends { query: infer Query } ? Sent<Created<Query>> : undefined;
export type SentBody<Of> = Of extends { body: infer Body } ? Sent<Created<Body>> : undefined;

/** What the router has read; `undefined`: nothing. */
export type ReadQuery<Of> = Of extends { query: infer Query } ? Read<Created<Query>> : undefined;
export type ReadBody<Of> = Of extends { body: infer Body } ? Read<Created<Body>> : undefined;

type Created<Of> = Of extends (services: never) => infer Schema ? Schema : Of;
type Sent<Of> = Of extends z.core.$ZodType ? z.input<Of> : Of extends TypeOnly<infer Type> ? Type : never;
type Read<Of> = Of extends z.core.$ZodType ? z.output<Of> : undefined;

/** Services of the routes of domains and pages. */
export interface HostServices {
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
}
