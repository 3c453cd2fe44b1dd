import { deflateSync, gzipSync } from 'node:zlib';
import type { GatewayAnswer } from './responses.ts';

/** The codings that API Gateway knows, in its order where a caller likes them equally. */
const CODINGS = { gzip: gzipSync, deflate: deflateSync, identity: (body: Buffer) => body };
type Coding = keyof typeof CODINGS;

/**
 * Compresses as API Gateway does with `minimumCompressionSize`, in the coding that the caller likes best.
 *
 * @param acceptEncoding header of the request; '' where there is none
 * @param minimumBytes `null`: never compressed
 */
export function compressed(answer: GatewayAnswer, acceptEncoding: string, minimumBytes: number | null): GatewayAnswer {
  if (minimumBytes === null || answer.body.length < Math.max(minimumBytes, 1)) return answer;
  const coding = preferredCoding(acceptEncoding);
  if (coding === 'identity') return answer;
  const headers = { ...answer.headers, 'Content-Encoding': coding };
  return { ...answer, headers, body: CODINGS[coding](answer.body) };
}

/**
 * `identity` where the header names no other coding that is acceptable, or likes `identity` better (RFC 9110, 12.5.3). A
 * coding with the quality 0 is not acceptable; `*` stands for those that are not named.
 */
function preferredCoding(acceptEncoding: string): Coding {
  const qualities = new Map(acceptEncoding.split(',').map(codingWithQuality));
  const qualityOf = (coding: Coding) => qualities.get(coding) ?? (coding === 'identity' ? 0 : qualities.get('*')) ?? 0;
  const [best] = (Object.keys(CODINGS) as Coding[]).toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return qualityOf(best!) > 0 ? best! : 'identity';
}

/** An invalid quality counts as 0. */
function codingWithQuality(text: string): [coding: string, quality: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = given === undefined ? 1 : Number(given);
  return [coding, quality >= 0 && quality <= 1 ? quality : 0];
}
