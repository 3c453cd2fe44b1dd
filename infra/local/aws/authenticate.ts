import aws4 from 'aws4';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Credentials, Keyring } from '../credentials.ts';

/** The header of AWS Signature Version 4 (IAM User Guide, Create a signed AWS API request). */
const AUTHORIZATION = new RegExp(
  [
    String.raw`^AWS4-HMAC-SHA256 Credential=([^/,\s]+)/\d{8}/([^/,\s]+)/([^/,\s]+)/aws4_request`,
    String.raw`SignedHeaders=([^,\s]+)`,
    String.raw`Signature=([0-9a-f]{64})$`,
  ].join(String.raw`,\s*`),
);

/** Passes on requests that are signed with credentials of the keyring, and refuses all others as AWS does. */
export function authenticated(keyring: Keyring, listener: RequestListener): RequestListener {
  return (request, response) => {
    buffer(request).then(
      (body) => {
        const refusal = refusalOf(request, body, keyring);
        if (!refusal) return listener(replayed(request, body), response);
        const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'x-amzn-ErrorType': refusal.__type };
        response.writeHead(403, headers).end(JSON.stringify(refusal));
      },
      // The client disconnected before the request was complete.
      () => response.destroy(),
    );
  };
}

function refusalOf(request: IncomingMessage, body: Buffer, keyring: Keyring) {
  const [, accessKeyId = '', region, service, signedHeaders = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const credentials = keyring.find(accessKeyId);
  if (!credentials) {
    const message = 'The security token included in the request is invalid.';
    return { __type: 'UnrecognizedClientException', message };
  }
  const scope = { region: region!, service: service!, signedHeaders: signedHeaders.split(';') };
  const expected = signatureOf(request, body, scope, credentials);
  if (expected && timingSafeEqual(Buffer.from(expected), Buffer.from(signature!))) return null;
  const message = 'The request signature we calculated does not match the signature you provided.';
  return { __type: 'InvalidSignatureException', message };
}

interface Scope {
  region: string;
  service: string;
  /** Names, in lower case. */
  signedHeaders: string[];
}

/** @returns the expected signature of a request with these credentials; `null` when it cannot be signed */
function signatureOf(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { region, service, signedHeaders }: Scope,
  credentials: Credentials,
): string | null {
  const signed = {
    method,
    path: url,
    body,
    region,
    service,
    headers: Object.fromEntries(signedHeaders.map((name) => [name, String(headers[name] ?? '')])),
    // The library omits some headers and adds others; the signature has to cover exactly those that the caller signed.
    extraHeadersToInclude: Object.fromEntries(signedHeaders.map((name) => [name, true])),
    extraHeadersToIgnore: Object.fromEntries(ADDED.filter((name) => !signedHeaders.includes(name)).map(ignored)),
  };
  try {
    const authorization = String(aws4.sign(signed, credentials).headers!.Authorization);
    return /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1] ?? null;
  } catch {
    // The path is not validly percent-encoded.
    return null;
  }
}

const ADDED = ['content-type', 'content-length', 'x-amz-date', 'host'];
const ignored = (name: string) => [name, true] as const;

/** @returns a copy of a request whose body was read, with the body readable again */
export function replayed({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as unknown as IncomingMessage;
}
