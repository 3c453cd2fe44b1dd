import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MILLION = 1_000_000;
const GB = 1024 ** 3;
/** Memory at which Lambda gives one whole core. */
const CORE_MB = 1_769;

/** AWS's public prices in dollars, and what is not measured here. */
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
    | 'dynamoLatencyMs'
    | 'dynamoBatchGetLatencyMs'
    | 'coldStartsPerMillion'
    | 'tracedShare'
    | 'accessLogBytes'
    | 'platformLogBytes',
    number
  >;
};

/** What one function was measured to take, on one whole core. */
export interface MeasuredFunction {
  memoryMb: number;
  /** CPU of a warm call; CPU of loading and of the first call. */
  warmMs: number;
  coldMs: number;
  /** Time in which it waits for the database. */
  waitMs: number;
}

/** What one call of an endpoint takes. */
export interface EndpointCall {
  /** The authorizer and the endpoint. */
  functions: MeasuredFunction[];
  readUnits: number;
  /** What the functions log. */
  logBytes: number;
  /** The answer as it is sent. */
  sentBytes: number;
}

/** In dollars. */
export type CallCost = Record<'gateway' | 'lambda' | 'database' | 'logs' | 'egress', number>;

/** What a million calls cost. */
export function costOfMillion({ functions, readUnits, logBytes, sentBytes }: EndpointCall): CallCost {
  const { accessLogBytes, platformLogBytes } = prices.assumptions;
  const loggedBytes = logBytes + accessLogBytes + functions.length * platformLogBytes;
  return {
    gateway: prices.apiGatewayPerMillion,
    lambda: functions.reduce((sum, each) => sum + lambdaCost(each), 0),
    database: readUnits * prices.dynamoReadUnitsPerMillion,
    logs: (loggedBytes * MILLION * prices.logsPerGb) / GB,
    egress: (sentBytes * MILLION * prices.egressPerGb) / GB,
  };
}

/** Of a million calls: Lambda bills started milliseconds, and bills a start as well. */
function lambdaCost({ memoryMb, warmMs, coldMs, waitMs }: MeasuredFunction): number {
  const warm = Math.ceil(billedMs(memoryMb, warmMs) + waitMs);
  const cold = Math.ceil(billedMs(memoryMb, coldMs) + waitMs);
  const { coldStartsPerMillion } = prices.assumptions;
  const seconds = ((MILLION - coldStartsPerMillion) * warm + coldStartsPerMillion * cold) / 1000;
  return prices.lambdaPerMillion + lambdaTimeCost(memoryMb, seconds);
}

/** How long CPU time takes in a function: Lambda gives CPU by memory. @param cpuMs on one whole core */
export function billedMs(memoryMb: number, cpuMs: number): number {
  return cpuMs / Math.min(1, memoryMb / CORE_MB);
}

/** What a function costs that runs for so long, in dollars. */
export function lambdaTimeCost(memoryMb: number, seconds: number): number {
  return seconds * (memoryMb / 1024) * prices.lambdaArmGbSecond;
}
