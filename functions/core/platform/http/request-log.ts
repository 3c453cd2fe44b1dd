import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { requestId } from './envelope.ts';
import type { EndpointSettings } from '../settings/common.ts';

/**
 * What is logged about a request in addition to its route, status and duration. It contains nothing that the caller
 * sent.
 */
interface RequestFacts {
  cache_status?: 'hit' | 'miss' | 'refreshed';
  /** Code of the error in the response. */
  error?: string;
  /** Duration of the requests to each source, by its id. */
  source_ms?: Record<string, number>;
}

const facts = new WeakMap<APIGatewayProxyEvent, RequestFacts>();
let isColdStart = true;

/** Adds members to the request's log line. */
export function noteFacts(event: APIGatewayProxyEvent, more: RequestFacts): void {
  facts.set(event, { ...facts.get(event), ...more });
}

/** @returns durations by source, for the log */
export function sourceDurations(sources: { id: string; duration_ms: number | null }[]): Record<string, number> {
  return Object.fromEntries(
    sources.flatMap(({ id, duration_ms }) => (duration_ms === null ? [] : [[id, duration_ms]])),
  );
}

/**
 * Writes one log line per request. A line with a cache status is also a metric: CloudWatch extracts the duration by
 * route and status (Embedded Metric Format). Lambda's own metrics cover the rest free of charge. A library for it would
 * slow down cold starts.
 */
export function requestLog(
  settings: EndpointSettings,
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const started = new WeakMap<APIGatewayProxyEvent, number>();
  const write = ({
    event,
    response,
  }: Pick<middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult>, 'event' | 'response'>) => {
    const duration_ms = Math.round(performance.now() - (started.get(event) ?? performance.now()));
    const known = facts.get(event) ?? {};
    const line = {
      level: 'INFO',
      message: 'request',
      request_id: requestId(event),
      route: `${event.httpMethod} ${event.resource}`,
      status: response?.statusCode ?? 500,
      duration_ms,
      cold_start: isColdStart,
      ...known,
    };
    isColdStart = false;
    console.log(JSON.stringify({ ...line, ...metricOf(known, settings) }));
  };
  return {
    before({ event }) {
      started.set(event, performance.now());
    },
    after: write,
    onError: write,
  };
}

/**
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
function metricOf({ cache_status }: RequestFacts, { METRICS_NAMESPACE: Namespace }: EndpointSettings): object {
  if (!cache_status) return {};
  const Metrics = [{ Name: 'duration_ms', Unit: 'Milliseconds' }];
  const CloudWatchMetrics = [{ Namespace, Dimensions: [['route', 'cache_status']], Metrics }];
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics } };
}

/**
 * Logs an unexpected error for the operator.
 *
 * @param confidential omits its message, which may quote the input
 */
export function logUnexpectedError(requestId: string, cause: unknown, confidential: boolean): void {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  console.error(
    JSON.stringify({
      level: 'ERROR',
      request_id: requestId,
      error: name,
      ...(!confidential && { message }),
      stack: frames,
    }),
  );
}
