import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MILLION = 1_000_000;
const GB = 1024 ** 3;
/** Memory at which Lambda gives one whole core. */
const CORE_MB = 1_769;

/** AWS's public prices in dollars, and assumptions about values that are not measured here. */
export const prices = JSON.parse(readFileSync(join(import.meta.dirname, 'prices.json'), 'utf8')) as {
  [
    name in
      | 'apiGatewayPerMillion'
      | 'lambdaPerMillion'
      | 'lambdaArmGbSecond'
      | 'dynamoReadUnitsPerMillion'
      | 'dynamoWriteUnitsPerMillion'
      | 'sqsRequestsPerMillion'
      | 'logsPerGb'
      | 'tracesPerMillion'
      | 'egressPerGb'
  ]: number;
} & {
  assumptions: Record<
    'dynamoLatencyMs' | 'dynamoBatchGetLatencyMs' | 'coldStartsPerMillion' | 'tracedShare' | 'accessLogBytes',
    number
  >;
};

/** Measured durations of one function, on one whole core. */
export interface MeasuredFunction {
  memoryMb: number;
  /** CPU time of a warm call; of loading and the first call. */
  warmMs: number;
  coldMs: number;
  /** Time in which it waits for the database. */
  waitMs: number;
}

/** Resources that one call of an endpoint uses. */
export interface EndpointCall {
  /** The authorizer and the endpoint. */
  functions: MeasuredFunction[];
  readUnits: number;
  /** Size of the log of the functions. */
  logBytes: number;
  /** Size of the response as sent. */
  sentBytes: number;
}

/** In dollars. */
export type CallCost = Record<'gateway' | 'lambda' | 'database' | 'logs' | 'egress', number>;

/** Returns the cost of a million calls. */
export function costOfMillion({ functions, readUnits, logBytes, sentBytes }: EndpointCall): CallCost {
  // Lambda logs no lines of its own about invocations that succeed.
  const loggedBytes = logBytes + prices.assumptions.accessLogBytes;
  return {
    gateway: prices.apiGatewayPerMillion,
    lambda: functions.reduce((sum, each) => sum + lambdaCost(each), 0),
    database: readUnits * prices.dynamoReadUnitsPerMillion,
    logs: (loggedBytes * MILLION * prices.logsPerGb) / GB,
    egress: (sentBytes * MILLION * prices.egressPerGb) / GB,
  };
}

/** Returns the cost of a million calls. Lambda rounds up to milliseconds, and also bills starts. */
function lambdaCost({ memoryMb, warmMs, coldMs, waitMs }: MeasuredFunction): number {
  const warm = Math.ceil(billedMs(memoryMb, warmMs) + waitMs);
  const cold = Math.ceil(billedMs(memoryMb, coldMs) + waitMs);
  const { coldStartsPerMillion } = prices.assumptions;
  const seconds = ((MILLION - coldStartsPerMillion) * warm + coldStartsPerMillion * cold) / 1000;
  return prices.lambdaPerMillion + lambdaTimeCost(memoryMb, seconds);
}

/** Returns the duration of CPU time in a function: Lambda allocates CPU by memory. @param cpuMs on one whole core */
export function billedMs(memoryMb: number, cpuMs: number): number {
  return cpuMs / Math.min(1, memoryMb / CORE_MB);
}

/** Returns the cost of the duration of a function, in dollars. */
export function lambdaTimeCost(memoryMb: number, seconds: number): number {
  return seconds * (memoryMb / 1024) * prices.lambdaArmGbSecond;
}
