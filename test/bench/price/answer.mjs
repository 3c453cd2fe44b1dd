// Calls a handler with one event. Prints its log, then the body of the response, then the numbers of calls of DynamoDB
// by operation.
import { subscribe } from 'node:diagnostics_channel';

const [file, eventJson] = process.argv.slice(2);
const calls = {};
subscribe('http.client.request.start', ({ request }) => {
  const [, operation = 'other'] = String(request.getHeader('x-amz-target')).split('.');
  calls[operation] = (calls[operation] ?? 0) + 1;
});
const { handler } = await import(file);
const { body } = await handler(JSON.parse(eventJson), { getRemainingTimeInMillis: () => 29_000 });
process.stdout.write(`\n${body}\n${JSON.stringify(calls)}`, () => process.exit(0));
