import aws4 from 'aws4';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { EncryptionSettings } from '../settings/common.ts';

/** What a ciphertext belongs to: it can be decrypted only with the same values. They are not secret. */
export type EncryptionContext = Record<string, string>;

/** Time limit of one attempt. */
const ATTEMPT_MS = 5_000;
const ATTEMPTS = 3;

/** Thrown if KMS does not encrypt or decrypt; contains no part of the text. */
class EncryptionFailed extends Error {
  override readonly name = 'EncryptionFailed';
}

interface Response {
  status: number;
  output: { CiphertextBlob?: string; Plaintext?: string; __type?: string };
}

/**
 * Encrypts a text of at most 4,096 bytes, as one request can (https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html).
 */
export async function encryptText(
  text: string,
  context: EncryptionContext,
  settings: EncryptionSettings,
): Promise<Uint8Array> {
  const Plaintext = Buffer.from(text).toString('base64');
  const { CiphertextBlob } = await call('Encrypt', { Plaintext, EncryptionContext: context }, settings);
  return Buffer.from(CiphertextBlob!, 'base64');
}

/** Decrypts what {@link encryptText} has encrypted with the same context. */
export async function decryptText(
  ciphertext: Uint8Array,
  context: EncryptionContext,
  settings: EncryptionSettings,
): Promise<string> {
  const CiphertextBlob = Buffer.from(ciphertext).toString('base64');
  const { Plaintext } = await call('Decrypt', { CiphertextBlob, EncryptionContext: context }, settings);
  return Buffer.from(Plaintext!, 'base64').toString();
}

/** Sends a signed request (AWS Signature Version 4, AWS JSON 1.1); both operations are idempotent. */
async function call(operation: 'Encrypt' | 'Decrypt', input: object, settings: EncryptionSettings) {
  let why = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const { status, output } = await send(operation, { ...input, KeyId: settings.CREDENTIALS_KEY_ARN }, settings);
      if (status === 200) return output;
      why = output.__type ?? `status ${status}`;
      if (status < 500 && !why.includes('Throttling')) break;
    } catch (error) {
      // Not its cause, which may contain the request.
      why = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
    }
  }
  throw new EncryptionFailed(`kms:${operation} failed: ${why}`);
}

async function send(
  operation: string,
  input: object,
  { AWS_REGION: region, AWS_ENDPOINT_URL_KMS: customEndpoint }: EncryptionSettings,
): Promise<Response> {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const endpoint = new URL(customEndpoint || `https://kms.${region}.${suffix}`);
  const headers = { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': `TrentService.${operation}` };
  const body = JSON.stringify(input);
  const signed = aws4.sign({ service: 'kms', region, host: endpoint.host, path: '/', headers, body });
  const { request } = endpoint.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const sent = request(endpoint, { method: 'POST', headers: signed.headers!, signal: AbortSignal.timeout(ATTEMPT_MS) });
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
  return { status: response.statusCode!, output: (await json(response)) as Response['output'] };
}
