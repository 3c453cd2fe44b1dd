import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { HistoryServices } from '../domains/history/read-history.ts';
import type { BatchCaller } from '../accounts/batch-caller.ts';
import { type Format, readParameters } from '../platform/http/parameters.ts';
import { jsonOrCsv, isCsvRequested } from '../platform/http/csv.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import type { CsvTable } from '../platform/text/csv-text.ts';
import { answerPage, type PageRequest } from './batch-page.ts';
import { batchTable } from './csv-table.ts';
import { type BatchOptions, type BatchView, MAX_ROWS } from './batch.ts';
import { type BatchServices, cancelBatch, readBatch } from './read-batch.ts';
import { createBatch } from './create-batch.ts';
import { batchPageParameters, idempotencyKeyOf, newBatchParameters, readBatchRequest } from './read-request.ts';

export type AnsweringServices = BatchServices & HistoryServices;

/** A page in the requested format. */
type Rendered = { isCut: boolean } & ({ json: string } | { table: CsvTable });

/** Creates a batch from the request's body. The status is 202 if it is stored; `Location` is then its path. */
export async function answerNewBatch(event: APIGatewayProxyEvent, caller: BatchCaller, services: AnsweringServices) {
  const { format } = readParameters(event, newBatchParameters);
  const idempotencyKey = idempotencyKeyOf(event);
  const request = readBatchRequest(event, services.isReachable);
  refuseHistoryAsCsv(event, request, format);
  const render = (view: BatchView) => rendered(event, view, { limit: MAX_ROWS, format }, services);
  const { view, page } = await createBatch(request, { idempotencyKey, caller, render }, services);
  const answer = respond(event, view, page, format);
  if (view.batchId === null) return answer;
  const location = `${event.requestContext.path.replace(/\/$/, '')}/${view.batchId}`;
  return { ...answer, headers: { ...answer.headers, Location: location } };
}

/**
 * Returns the current state of a batch: a page of its rows. `DELETE` first cancels the domains of the batch that are not
 * being fetched yet.
 */
export async function answerBatch(
  event: APIGatewayProxyEvent,
  id: string,
  caller: BatchCaller,
  services: AnsweringServices,
): Promise<APIGatewayProxyResult> {
  const { format, ...request } = readParameters(event, batchPageParameters);
  const view = await (event.httpMethod === 'DELETE' ? cancelBatch : readBatch)(id, caller, services);
  refuseHistoryAsCsv(event, view.options, format);
  const page = await rendered(event, view, { ...request, format }, services);
  return respond(event, view, page, format);
}

/** @throws {ServiceError} invalid_parameter for CSV of a batch with histories, which a table cannot contain */
function refuseHistoryAsCsv(event: APIGatewayProxyEvent, { history }: BatchOptions, format: Format | undefined): void {
  if (history === null || !isCsvRequested(event, format)) return;
  throw invalidParameter('format', 'not_csv_with_history');
}

async function rendered(
  event: APIGatewayProxyEvent,
  view: BatchView,
  { format, ...request }: PageRequest & { format: Format | undefined },
  services: AnsweringServices,
): Promise<Rendered> {
  if (isCsvRequested(event, format)) {
    const { table, isLast } = await batchTable(view, request, services.now());
    return { table, isCut: !isLast };
  }
  const { json, isLast } = await answerPage(view, request, services);
  return { json, isCut: !isLast };
}

/** Builds the response; its status is 202 for a new batch that is stored. */
function respond(event: APIGatewayProxyEvent, view: BatchView, page: Rendered, format: Format | undefined) {
  const isNew = event.httpMethod === 'POST';
  const answer = jsonOrCsv(event, {
    format,
    status: isNew && view.batchId !== null ? 202 : 200,
    name: () => ['batch', view.createdAt.slice(0, 'YYYY-MM-DD'.length), view.batchId],
    json: 'json' in page ? page.json : '',
    table: () => ('table' in page ? page.table : { header: [], rows: [] }),
  });
  if (view.pollAfterSeconds === null) return answer;
  return { ...answer, headers: { ...answer.headers, 'Retry-After': String(view.pollAfterSeconds) } };
}
