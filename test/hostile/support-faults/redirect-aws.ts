import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';

/**
 * Loaded before a runner (`node --import`): sends the AWS calls of its functions, which run in threads, through the
 * proxy in this module's query. The path contains the target port of a call, and the secret to sign it with.
 */
const proxy = new URL(import.meta.url).searchParams.get('proxy')!;

class RedirectedWorker extends threads.Worker {
  constructor(file: string | URL, { env, ...options }: WorkerOptions) {
    super(file, { ...options, env: typeof env === 'object' ? redirected(env) : env });
  }
}

function redirected(environment: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const secret = environment.AWS_SECRET_ACCESS_KEY!;
  const entries = Object.entries(environment).map(([name, value]) =>
    value && /^AWS_ENDPOINT_URL(?:_DYNAMODB)?$/.test(name)
      ? [name, `${proxy}/${new URL(value).port}/${secret}`]
      : [name, value],
  );
  return Object.fromEntries(entries) as NodeJS.Dict<string>;
}

Object.assign(threads, { Worker: RedirectedWorker });
syncBuiltinESMExports();
