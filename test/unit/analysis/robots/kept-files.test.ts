import { expect, test } from '@jest/globals';
import { KeptFiles } from '../../../../functions/core/analysis/robots/kept-files.ts';

function counted(maxCharacters: number) {
  const made: string[] = [];
  const files = new KeptFiles((content) => made.push(content), maxCharacters);
  return { files, made };
}

test('files that are read alternately are each parsed once', () => {
  const { files, made } = counted(100);
  const contents = Array.from({ length: 10 }, (_, index) => String(index).repeat(10));
  for (let time = 0; time < 3; time++) for (const content of contents) files.read(content);
  expect(made).toEqual(contents);
});

test('files that were not used for longest are dropped beyond the number of characters, and the last one never', () => {
  const { files, made } = counted(10);
  for (const content of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) files.read(content);
  expect(made).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
  const long = 'd'.repeat(20);
  for (const content of [long, long, 'aaaa', 'bbbb', 'aaaa']) files.read(content);
  expect(made.slice(4)).toEqual([long, 'aaaa', 'bbbb']);
});
