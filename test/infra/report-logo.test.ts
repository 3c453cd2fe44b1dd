import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BadLogo, readReportLogo } from '../../infra/report-logo.ts';
import { InvalidSettings, readSettings } from '../../infra/settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logo-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A PNG image of 2 × 1 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGNgYGD4D8UABgoCAJ0GAvYAAAAASUVORK5CYII=',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

function fileOf(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('the logo of reports', () => {
  test.each([
    ['an SVG image', SVG],
    ['with a declaration, a comment and a document type', `<?xml version="1.0"?>\n<!-- Logo --><!DOCTYPE svg>\n${SVG}`],
  ])('is the file itself if it is %s', (_, text) => {
    expect(readReportLogo(fileOf('logo.svg', text))).toBe(text);
  });

  test('is an SVG image of the same size with the bytes of a PNG image', () => {
    const svg = readReportLogo(fileOf('logo.png', PNG));
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 2 1" width="2" height="1">/);
    expect(svg).toContain(`href="data:image/png;base64,${PNG.toString('base64')}"`);
  });

  test.each([
    ['no image', 'logo.svg', 'Northlight', 'is neither'],
    ['a page with an image', 'logo.html', `<html>${SVG}</html>`, 'is neither'],
    ['the beginning of a PNG image', 'logo.png', PNG.subarray(0, 20), 'is neither'],
    ['too large', 'logo.svg', SVG.padEnd(200_001), 'at most 200 KB'],
  ])('is rejected if it is %s', (_, name, content, message) => {
    const file = fileOf(name, content);
    expect(() => readReportLogo(file)).toThrow(BadLogo);
    expect(() => readReportLogo(file)).toThrow(message);
  });

  test('that does not exist is an invalid setting', () => {
    const read = () => readSettings({ tryGetContext: () => undefined }, { reportLogo: 'no/logo.svg' });
    expect(read).toThrow(InvalidSettings);
    expect(read).toThrow(
      /^settings\.json: reportLogo: must be the path of an SVG or PNG file: .*no\/logo\.svg does not exist/,
    );
  });
});
