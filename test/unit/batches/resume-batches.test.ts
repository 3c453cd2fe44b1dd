import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { STALLED_MS } from '../../../functions/core/batches/start-work.ts';
import { MAX_PART_ROWS } from '../../../functions/core/batches/store/item.ts';
import type { CompleteBatchTask } from '../../../functions/core/batches/tasks.ts';
import { resumeBatches } from '../../../functions/core/batches/resume-batches.ts';
import { type BatchWorld, createBatchWorld } from '../../hostile/support-faults/batch-world.ts';

const DAY_MS = 86_400_000;
/** Maximum number of restarts of a batch. */
const MAX_RESUMES = 5;

let world: BatchWorld;
beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  world = await createBatchWorld();
});
afterEach(async () => {
  await world.close();
  jest.restoreAllMocks();
});

const listed = () => Array.fromAsync(world.instance().inProgress.listAll());
const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.com`);

function resume() {
  const { batches, inProgress, batchQueue, completionQueue } = world.instance();
  return resumeBatches({ batches, batchesInProgress: inProgress, batchQueue, completionQueue, now: world.now });
}

/** Deletes all messages, and advances the clock until they count as lost. */
function lose() {
  world.messages.splice(0);
  world.advanceClock(STALLED_MS);
}

async function workOne() {
  await world.work(world.takeNext().task);
}

async function workUntilCompleting() {
  while (world.messages.some(({ task }) => task.task !== 'complete-batch')) await workOne();
}

const times = (list: string[]) =>
  Math.max(
    ...Map.groupBy(list, (domain) => domain)
      .values()
      .map(({ length }) => length),
  );
const statuses = async (id: string) => {
  const { rows } = await world.read(id);
  return [...new Set(rows.map(({ status, error }) => `${status} ${error?.code ?? ''}`.trim()))].toSorted();
};

describe('a batch whose messages were lost', () => {
  test('is finished, with one request to each site', async () => {
    const { batchId } = await world.create(names(12));
    await workOne();
    lose();
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect([await statuses(batchId!), times(world.asked.site), times(world.asked.tranco)]).toEqual([['done'], 1, 1]);
    expect(world.asked.tranco).toHaveLength(12);
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('is completed when its sites were fetched, with one request to each source', async () => {
    const { batchId } = await world.create(names(12));
    await workUntilCompleting();
    lose();
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect([await statuses(batchId!), world.asked.tranco.length, times(world.asked.tranco)]).toEqual([['done'], 12, 1]);
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('is completed when the worker was killed after it had fetched the last site', async () => {
    const { batchId } = await world.create(names(3));
    const { batches } = world.instance();
    await batches.endPart(batchId!, 0);
    lose();
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('returns the allowance and ends with an error when it happens repeatedly', async () => {
    const before = await world.used();
    const { batchId } = await world.create(names(12));
    await workOne();
    const read = world.asked.site.length;
    for (let count = 0; count < MAX_RESUMES; count += 1) {
      lose();
      expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    }
    lose();
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect([await statuses(batchId!), world.asked.site.length]).toEqual([
      ['done work_limit', 'refused work_limit'],
      read,
    ]);
    expect(await world.batchesInProgress()).toEqual([]);
    expect((await world.used()) - before).toBe(read);
  });

  test('reports missing sources when it happens repeatedly after its sites were fetched', async () => {
    const { batchId } = await world.create(names(3));
    await workUntilCompleting();
    for (let count = 0; count <= MAX_RESUMES; count += 1) {
      lose();
      await resume();
    }
    await world.workOff();
    expect([await statuses(batchId!), world.asked.tranco]).toEqual([['done work_limit'], []]);
    expect(await world.batchesInProgress()).toEqual([]);
  });
});

describe('a batch whose messages are delayed', () => {
  test('is not restarted when one of them is processed from time to time', async () => {
    world.siteTakes(30_000);
    await world.create(names(30));
    for (let count = 0; count < 4; count += 1) {
      world.advanceClock(STALLED_MS - 60_000);
      await workOne();
    }
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    await workUntilCompleting();
    for (let count = 0; count < 2; count += 1) {
      world.advanceClock(STALLED_MS - 60_000);
      await workOne();
      expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    }
  });

  test('fetches no site twice when each part has two messages', async () => {
    const { batchId } = await world.create(names(12));
    world.advanceClock(STALLED_MS);
    const late = world.messages.length;
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    expect(world.messages).toHaveLength(2 * late);
    for (let count = 0; count < late; count += 1) await workOne();
    // The messages that were sent first are ignored.
    expect([world.asked.site, world.messages.length]).toEqual([[], late]);
    await world.workOff();
    expect([await statuses(batchId!), times(world.asked.site)]).toEqual([['done'], 1]);
  });
});

describe('the list of batches', () => {
  test('does not contain a deleted batch', async () => {
    await world.create(names(3));
    world.messages.splice(0);
    world.advanceClock(31 * DAY_MS);
    expect(await resume()).toEqual({ resumed: 0, ended: 1 });
    expect(await listed()).toEqual([]);
  });

  test('does not contain a batch older than two days, which ends with an error', async () => {
    const { batchId } = await world.create(names(3));
    lose();
    world.advanceClock(2 * DAY_MS);
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect([await statuses(batchId!), world.asked.site]).toEqual([['refused work_limit'], []]);
    expect(await listed()).toEqual([]);
  });
});

describe('the end of a batch with a receiver', () => {
  const deliver = 'https://hooks.example/batches';
  const ends = () =>
    world.delivered.map(({ id, body }) => [id, (JSON.parse(body) as { data: { status: string } }).data.status]);

  test('is sent when the scheduler runs after the batch was cancelled', async () => {
    const { batchId } = await world.create(names(3), { deliver });
    await workUntilCompleting();
    await world.cancel(batchId!);
    await resume();
    await world.workOff();
    expect([ends(), world.asked.tranco]).toEqual([[[`batch_${batchId}`, 'cancelled']], []]);
    expect(await listed()).toEqual([]);
  });

  test.each(['read', 'complete'] as const)('is sent when it gets too old in the stage %s', async (stage) => {
    const { batchId } = await world.create(names(3), { deliver });
    if (stage === 'complete') await workUntilCompleting();
    world.advanceClock(2 * DAY_MS);
    await resume();
    await world.workOff();
    await resume();
    expect([ends(), world.asked.tranco]).toEqual([[[`batch_${batchId}`, 'stopped']], []]);
    expect(await listed()).toEqual([]);
  });

  test('is sent when the message was lost after the batch was cancelled', async () => {
    const { batchId } = await world.create(names(3), { deliver });
    await workUntilCompleting();
    await world.cancel(batchId!);
    lose();
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    expect([ends(), world.asked.tranco]).toEqual([[[`batch_${batchId}`, 'cancelled']], []]);
  });
});

describe('the hop limit', () => {
  const beyond = (parts: number) => ({ hops: parts * (MAX_PART_ROWS + 1) });

  test('ends a batch with endless messages, with an error', async () => {
    const { batchId } = await world.create(names(3));
    const { task } = world.takeNext();
    await world.work({ ...task, ...beyond(1) });
    await world.workOff();
    expect([await statuses(batchId!), world.asked.site]).toEqual([['refused work_limit'], []]);
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('ends a batch in the stage of sources, with an error', async () => {
    const { batchId } = await world.create(names(3));
    await workUntilCompleting();
    const { task } = world.takeNext();
    await world.work({ ...task, ...beyond(1) });
    expect([await statuses(batchId!), world.asked.tranco]).toEqual([['done work_limit'], []]);
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('is not reached when each message fetches only the sites that it fetches at once', async () => {
    world.siteTakes(25_000);
    // Of 100 rows, each part has 20, of which a message fetches three.
    const { batchId } = await world.create([...names(20), ...Array<string>(80).fill('no domain')]);
    let most = 0;
    while (world.messages.length > 0) {
      const { task } = world.takeNext();
      most = Math.max(most, (task as CompleteBatchTask).hops ?? 0);
      await world.work(task);
    }
    expect(most).toBe(6);
    expect(await statuses(batchId!)).toEqual(['done', 'invalid invalid_parameter']);
  });

  test('counts a message that is delivered twice once', async () => {
    world.siteTakes(25_000);
    // Five parts of eight domains, of which a message fetches three.
    await world.create(names(40));
    const { task } = world.takeNext();
    await world.work(task);
    await world.work(task);
    const { part } = task as CompleteBatchTask;
    const next = world.messages.map((each) => each.task as CompleteBatchTask).filter((each) => each.part === part);
    expect(next.map(({ hops }) => hops)).toEqual([1, 1]);
  });
});
