import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { brotliDecompressSync } from 'node:zlib';

/** Returns all items of a table as text, with what is compressed in them. */
export async function textOfItems(client: DynamoDBDocumentClient, TableName: string): Promise<string> {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName }));
  return JSON.stringify(pages.flatMap(({ Items = [] }) => Items.map(expanded)));
}

function expanded(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1') + decompressed(value);
  if (Array.isArray(value)) return value.map(expanded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expanded(member)]));
}

function decompressed(value: Uint8Array): string {
  try {
    return brotliDecompressSync(value).toString();
  } catch {
    return '';
  }
}
