import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFunctionHost, FunctionError, type FunctionHost } from '../../../infra/local/lambda/function-host.ts';

const MAX_BYTES = 6_291_556;
/** `{"statusCode":200,"body":""}` */
const FRAME_BYTES = 28;

/** A function that returns a body of one repeated character. */
const code = `export const handler = ({ length, character = 'x', bare }) => {
  const body = character.repeat(length);
  return Promise.resolve(bare ? body : { statusCode: 200, body });
};`;

let dir: string;
let host: FunctionHost;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(dir, 'index.mjs'), code);
  const model = {
    logicalId: 'F',
    name: 'f',
    codeDir: dir,
    handler: 'index.handler',
    timeoutMs: 10_000,
    memoryMb: 256,
    allowsRecursion: false,
  };
  host = createFunctionHost({ ...model, environment: {} }, { environment: {}, extraCa: [] });
});
afterAll(async () => {
  await host.close();
  rmSync(dir, { recursive: true });
});

const lengthOf = async (event: object) => ((await host.invoke(event)) as { body: string }).body.length;

describe('a response', () => {
  test('is accepted up to 6,291,556 bytes, and a longer one is an error of the function', async () => {
    const length = MAX_BYTES - FRAME_BYTES;
    expect(await lengthOf({ length })).toBe(length);
    const refused = host.invoke({ length: length + 1 });
    await expect(refused).rejects.toThrow(FunctionError);
    await expect(refused).rejects.toThrow(
      'Function.ResponseSizeTooLarge: Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    );
  });

  test.each([
    ['bytes, not characters', '語', 2_097_000, 2_098_000],
    ['escaped characters of JSON', '\u0001', 1_048_000, 1_049_000],
  ])('is measured in %s', async (_what, character, fits, tooLong) => {
    expect(await lengthOf({ character, length: fits })).toBe(fits);
    await expect(host.invoke({ character, length: tooLong })).rejects.toThrow('ResponseSizeTooLarge');
  });

  test('is measured in any form', async () => {
    await expect(host.invoke({ bare: true, length: MAX_BYTES })).rejects.toThrow('ResponseSizeTooLarge');
  });

  test('that is rejected does not end the instance', async () => {
    await expect(host.invoke({ length: MAX_BYTES })).rejects.toThrow('ResponseSizeTooLarge');
    expect(await lengthOf({ length: 1 })).toBe(1);
  });
});
