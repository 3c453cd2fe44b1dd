import { Construct } from 'constructs';
import { type FunctionName, type FunctionRow, functions, timeoutSecondsOf } from '../functions.ts';
import type { Resources } from '../permissions.ts';
import type { PublicApi } from './public-api.ts';
import { addSchedule } from './schedule.ts';
import { ServiceFunction } from './service-function.ts';

/** What the functions of the stack depend on. */
export interface Parts extends Resources {
  /** Of the settings of all functions. */
  values: Readonly<Record<string, string>>;
}

/**
 * Adds a function of the table with its permissions, event sources and schedule; routes are added by their owner.
 *
 * @param values settings in addition to those of `parts`
 * @param id of the construct; other ids would delete its logs
 */
export function addFunction(
  scope: Construct,
  name: FunctionName,
  parts: Parts,
  { values, id = constructId(name) }: { values?: Record<string, string>; id?: string } = {},
): ServiceFunction {
  const row: FunctionRow = functions[name];
  const { queues, schedule, within, allow, memoryMb, sendsToItself, addFiles } = row;
  const [parent, ownId] = within ? [new Construct(scope, within), 'Server'] : [scope, id];
  const fn = new ServiceFunction(parent, ownId, {
    name,
    memoryMb,
    timeoutSeconds: timeoutSecondsOf(row),
    ...(sendsToItself && { sendsToItself }),
    ...(addFiles && { addFiles: (outputDir: string) => addFiles(outputDir, parts.settings) }),
    values: { ...parts.values, ...values },
  });
  allow?.(fn, parts);
  if (parts.settings.traces && !row.isUntraced) fn.trace();
  if (queues) parts.workQueue.deliver(queues, fn.function);
  if (schedule) addSchedule(new Construct(scope, schedule.id), fn.function, schedule);
  return fn;
}

/** Adds the routes of a function; several documented paths may have the same route. */
export function addRoutes(api: PublicApi, name: FunctionName, { function: fn }: ServiceFunction) {
  const { endpoints = [] }: FunctionRow = functions[name];
  const routes = endpoints.flatMap(({ path, access, operations }) =>
    Object.keys(operations).map((method) => ({ path, access, method })),
  );
  for (const { path, access, method } of new Map(
    routes.map((each) => [`${each.method} ${each.path}`, each]),
  ).values()) {
    if (access === 'key') api.addKeyedRoute(method, path, fn);
    else api.addPublicRoute(method, path, fn, access);
  }
}

/** Converts `seo-query` to `SeoQuery`. */
function constructId(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
