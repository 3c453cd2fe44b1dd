import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { compressRecord } from '../../domains/store/domain-cache.ts';

/** Below DynamoDB's 400 KB for an item, with room for its other attributes. */
const MOST_BYTES = 380_000;
/** Characters of JSON that are tried in an item of rows; those of most sites are far below its bytes, compressed. */
const CHUNK_CHARACTERS = 1_000_000;
/** Of a result of very long addresses, this part of the examples is kept. */
const KEPT_EXAMPLES = 1 / 5;

/** @returns compressed JSON lists of rows, in their order, each of which fits into an item */
export async function packRows(rows: readonly SiteRow[]): Promise<Uint8Array[]> {
  const items: Uint8Array[] = [];
  for (const chunk of chunksOf(rows)) items.push(...(await packChunk(chunk)));
  return items;
}

/** A chunk that compression does not make short enough becomes two. */
async function packChunk(texts: string[]): Promise<Uint8Array[]> {
  const packed = await compressRecord(`[${texts.join(',')}]`);
  if (packed.length <= MOST_BYTES || texts.length === 1) return [packed];
  const middle = Math.ceil(texts.length / 2);
  return [...(await packChunk(texts.slice(0, middle))), ...(await packChunk(texts.slice(middle)))];
}

/** @returns JSON texts of rows, in lists of about {@link CHUNK_CHARACTERS} at most */
function chunksOf(rows: readonly SiteRow[]): string[][] {
  const chunks: string[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    characters += text.length;
    if (characters > CHUNK_CHARACTERS) {
      chunks.push([]);
      characters = text.length;
    }
    chunks.at(-1)!.push(text);
  }
  return chunks;
}

/** @returns a result as compressed JSON that fits into an item: with fewer examples where addresses are very long */
export async function packResult(result: SiteResult): Promise<Uint8Array> {
  const packed = await compressRecord(JSON.stringify(result));
  return packed.length <= MOST_BYTES ? packed : compressRecord(JSON.stringify(withFewerExamples(result)));
}

function withFewerExamples(result: SiteResult): SiteResult {
  const keep = <Kind extends { examples: unknown[] }>(of: Kind): Kind => ({
    ...of,
    examples: of.examples.slice(0, Math.ceil(of.examples.length * KEPT_EXAMPLES)),
  });
  const { issues, skipped, changes } = result;
  return { ...result, issues: issues.map(keep), skipped: skipped.map(keep), changes: changes && keep(changes) };
}
