import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { describeWhen } from '../support/when.ts';

const hit = '/api/v1/seo/query?domain=shop.example';
const miss = '/api/v1/seo/query?domain=blog.example';

let runner: TestRunner | undefined;
afterEach(async () => {
  await runner?.close();
  runner = undefined;
});

/** Mounts a small file system that a test can fill. @returns `null` if this user may not mount one */
function mountSmallDisk(): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
}

/** Waits until a condition is met. @throws after a timeout */
async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (await isDone().catch(() => false)) return;
    await sleep(500);
  }
  throw new Error('It did not come about in time');
}

const dataOf = async (path: string) => {
  const response = await runner!.get(path);
  const { data } = (await response.json()) as { data?: { cache_status: string } };
  return { status: response.status, cached: data?.cache_status };
};

test('a start succeeds when the process id of a killed runner belongs to another program', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runner-'));
  writeFileSync(join(dataDir, 'runner.pid'), String(process.pid));
  runner = await startTestRunner({ LOCAL_DATA_DIR: dataDir });
  expect((await runner.get(hit)).status).toBe(200);
});

const disk = mountSmallDisk();
afterAll(() => {
  if (!disk) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

describeWhen(disk !== null, 'this user may not mount a file system')('a full disk', () => {
  const dataDir = join(disk ?? '', 'data');
  const filler = join(disk ?? '', 'filler');
  const fill = () => {
    // Fills the free blocks exactly.
    const { bavail, bsize } = statfsSync(disk!);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  };
  beforeEach(() => {
    rmSync(filler, { force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });
  afterEach(() => rmSync(filler, { force: true }));

  test('is reported at the start in one line', async () => {
    fill();
    const started = startTestRunner({ LOCAL_DATA_DIR: dataDir });
    await expect(started).rejects.toThrow(/^The disk is full: the runner needs room in LOCAL_DATA_DIR/m);
  });

  test('ends the runner with one line, and the next start has the stored data', async () => {
    runner = await startTestRunner({ LOCAL_DATA_DIR: dataDir }, ['--offline']);
    expect(await dataOf(hit)).toMatchObject({ status: 200 });
    fill();
    // Writes into space that the database has already reserved may still succeed.
    await until(async () => {
      await Promise.allSettled([runner!.get(miss), runner!.get('/api/v1/seo/keywords?q=tent')]);
      return runner!.output().includes('The disk is full: the runner needs room');
    });
    await runner.stop();

    rmSync(filler);
    const settings = { LOCAL_DATA_DIR: dataDir, LOCAL_API_KEY: 'a-key-of-my-own-for-tests' };
    runner = await startTestRunner(settings, ['--offline']);
    expect(await dataOf(hit)).toEqual({ status: 200, cached: 'hit' });
    expect(await dataOf(miss)).toMatchObject({ status: 200 });
  });
});
