import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Of the file, in bytes: the logo is loaded with each report. */
const MAX_BYTES = 200_000;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Offset of the width in a PNG file, which the height follows: the first chunk is IHDR (PNG specification, 5.6). */
const PNG_SIZE_OFFSET = 16;
/** Of the first element, after declaration, comments and document type. */
const SVG_START =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/;

/** Thrown when a file cannot be the logo of reports; the message states what is valid. */
export class BadLogo extends Error {
  readonly code = 'bad_logo';
}

/**
 * Reads the logo of reports. A PNG image becomes part of an SVG image, because the page's files are text (API Gateway
 * returns binary content only to requests whose first `Accept` type is that of the content).
 *
 * @param path of an SVG or PNG file, relative to the working directory
 * @returns an SVG image
 * @throws {BadLogo}
 */
export function readReportLogo(path: string): string {
  const file = resolve(path);
  if (!existsSync(file)) throw new BadLogo(`must be the path of an SVG or PNG file: ${file} does not exist`);
  const content = readFileSync(file);
  if (content.length > MAX_BYTES) {
    throw new BadLogo(
      `must be a file of at most ${MAX_BYTES / 1000} KB: ${file} has ${Math.ceil(content.length / 1000)}`,
    );
  }
  if (content.length >= PNG_SIZE_OFFSET + 8 && content.indexOf(PNG_SIGNATURE) === 0) return svgOfPng(content);
  const text = content.toString('utf8');
  if (!SVG_START.test(text)) throw new BadLogo(`must be the path of an SVG or PNG file: ${file} is neither`);
  return text;
}

function svgOfPng(content: Buffer): string {
  const [width, height] = [content.readUInt32BE(PNG_SIZE_OFFSET), content.readUInt32BE(PNG_SIZE_OFFSET + 4)];
  const size = `width="${width}" height="${height}"`;
  const data = `data:image/png;base64,${content.toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}><image ${size} href="${data}"/></svg>\n`;
}
