import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { requestId } from './envelope.ts';
import type { EndpointSettings } from './settings.ts';

/** What is logged of a request besides its route, status and duration. Nothing that the caller sent. */
export interface RequestFacts {
  cache_status?: 'hit' | 'miss' | 'refreshed';
  /** Slug of the error that was answered. */
  error?: string;
  /** How long each source took that was asked, by id. */
  source_ms?: Record<string, number>;
}

const facts = new WeakMap<APIGatewayProxyEvent, RequestFacts>();
let isColdStart = true;

/** Notes something for the request's line in the log. */
export function noteFacts(event: APIGatewayProxyEvent, more: RequestFacts): void {
  facts.set(event, { ...facts.get(event), ...more });
}

/** @returns the durations of a record's or an answer's sources, as the log has them */
export function sourceDurations(sources: { id: string; duration_ms: number | null }[]): Record<string, number> {
  return Object.fromEntries(
    sources.flatMap(({ id, duration_ms }) => (duration_ms === null ? [] : [[id, duration_ms]])),
  );
}

/**
 * Writes one line a request, which is log and metric at once: where there is a cache status, CloudWatch reads the
 * duration out of it by route and status (Embedded Metric Format); Lambda's own metrics tell the rest free of charge.
 * It needs no library, and so costs a cold start nothing.
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

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
function metricOf({ cache_status }: RequestFacts, { METRICS_NAMESPACE: Namespace }: EndpointSettings): object {
  if (!cache_status) return {};
  const Metrics = [{ Name: 'duration_ms', Unit: 'Milliseconds' }];
  const CloudWatchMetrics = [{ Namespace, Dimensions: [['route', 'cache_status']], Metrics }];
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics } };
}
