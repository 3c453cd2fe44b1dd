import { expect, test } from '@jest/globals';
import type { SiteReader } from '../../../functions/core/analysis/reader/read-site.ts';
import { createFairReader } from '../../../functions/core/crawls/fair-reader.ts';
import { NetworkFailure } from '../../../functions/core/platform/network/failures.ts';

/** A reader whose tasks end when the test settles them. */
function createManualReader() {
  const tasks: { content: string; resolve: () => void; reject: (error: Error) => void }[] = [];
  const reader = {
    warm: () => {},
    readLlmsTxt(content: string) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      tasks.push({ content, reject, resolve: () => resolve(content) });
      return promise;
    },
  } as unknown as SiteReader;
  return { reader, tasks };
}

/** Lets all promises that are settled continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const create = () => {
  const sound = createManualReader();
  const slow = createManualReader();
  const readerOf = createFairReader(sound.reader, slow.reader);
  const read = (crawlId: string, content = crawlId) =>
    (readerOf(crawlId) as unknown as { readLlmsTxt(content: string): Promise<string> }).readLlmsTxt(content);
  const waiting = ({ tasks }: typeof sound) => tasks.map(({ content }) => content);
  return { sound, slow, read, waiting };
};

const tooComplex = () => new NetworkFailure('too_complex');

test('pages are read one after the other', async () => {
  const { sound, read, waiting } = create();
  const first = read('one');
  const second = read('two');
  await settled();
  expect(waiting(sound)).toEqual(['one']);
  sound.tasks[0]!.resolve();
  expect(await first).toBe('one');
  await settled();
  sound.tasks[1]!.resolve();
  expect(await second).toBe('two');
});

test('a crawl whose page has terminated its thread delays only others of its kind', async () => {
  const { sound, slow, read, waiting } = create();
  for (const hostile of ['hostile-1', 'hostile-2']) {
    const failed = read(hostile);
    await settled();
    sound.tasks.at(-1)!.reject(tooComplex());
    await expect(failed).rejects.toMatchObject({ code: 'too_complex' });
  }
  const pending = [read('hostile-1'), read('hostile-2')];
  const sounds = ['one', 'two', 'three'].map((id) => read(id));
  for (const [index, each] of sounds.entries()) {
    await settled();
    sound.tasks[2 + index]!.resolve();
    await each;
  }
  expect(waiting(slow)).toEqual(['hostile-1']);
  slow.tasks[0]!.resolve();
  await pending[0];
  await settled();
  expect(waiting(slow)).toEqual(['hostile-1', 'hostile-2']);
  slow.tasks[1]!.resolve();
  await pending[1];
});

test('a crawl returns to the others after twenty sound pages in a row', async () => {
  const { sound, slow, read, waiting } = create();
  const failed = read('crawl', 'bad');
  await settled();
  sound.tasks[0]!.reject(tooComplex());
  await expect(failed).rejects.toMatchObject({ code: 'too_complex' });
  for (let page = 0; page < 20; page++) {
    const good = read('crawl', 'good');
    await settled();
    slow.tasks.at(-1)!.resolve();
    await good;
  }
  void read('crawl', 'next');
  await settled();
  expect(waiting(sound)).toEqual(['bad', 'next']);
  expect(waiting(slow)).toHaveLength(20);
});

test('a page that cannot be read for another reason does not make its crawl slow', async () => {
  const { sound, slow, read, waiting } = create();
  const failed = read('crawl');
  await settled();
  sound.tasks[0]!.reject(new Error('defect'));
  await expect(failed).rejects.toThrow('defect');
  void read('crawl');
  await settled();
  expect([waiting(sound), waiting(slow)]).toEqual([['crawl', 'crawl'], []]);
});
