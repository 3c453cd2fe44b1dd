import { withoutWww } from '../platform/names/ascii-host.ts';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { NetworkFailure, retryAfterMs } from '../platform/network/failures.ts';
import type { Network } from '../platform/network/network.ts';
import { post } from '../platform/network/post.ts';
import type { Signer } from './delivery.ts';
import { ATTEMPT_MS, MAX_RESPONSE_BYTES } from './limits.ts';
import { receiverHost } from './receiver-slots.ts';
import type { Secrets, SecretState } from './secrets.ts';
import { signatureHeaders } from './signature.ts';

/** Dependencies of a signed request. */
export interface SendServices {
  network: Network;
  secrets: Secrets;
  followed: { isBlocked(domain: string): Promise<boolean> };
  now: () => number;
  /** Default: {@link ATTEMPT_MS}. */
  attemptMs?: number;
}

/** A request to a receiver. */
export interface SignedRequest {
  id: string;
  url: string;
  body: string;
  signer: Signer;
  /** Versions of the signer's secret. */
  secret?: SecretState | undefined;
}

/** Outcome of one request. */
export interface Attempt {
  /** Status of the response; `null`: there was none. */
  status: number | null;
  /** Code of the failure; `null` for a response of 2xx. */
  error: string | null;
  /** Delay that the receiver has requested with 429 or 503. */
  retryAfterMs: number | null;
}

/**
 * Posts a signed body to a receiver. Its host passes the same checks as a crawled one: only public addresses over https,
 * unless the operator overrides the host, and no host that the operator has blocked. robots.txt does not apply, because the
 * receiver's owner has requested the delivery.
 *
 * @throws only if this service fails, never for a failure of the receiver
 */
export async function sendSigned(request: SignedRequest, services: SendServices): Promise<Attempt> {
  const { network, now, attemptMs = ATTEMPT_MS } = services;
  const url = URL.parse(request.url);
  const refusal = url ? await refusalOf(url, services) : 'invalid_address';
  if (!url || refusal) return failed(refusal ?? 'invalid_address');
  const { id, body, signer, secret } = request;
  const secrets = await services.secrets.signing(signer, secret);
  const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, time: now(), body }, secrets) };
  const until = performance.now() + attemptMs;
  try {
    const response = await post(url, { network, headers, body, until, maxBytes: MAX_RESPONSE_BYTES });
    const { status } = response;
    const isPaused = status === 429 || status === 503;
    const pauseMs = isPaused ? retryAfterMs(response.headers['retry-after'], now()) : null;
    return { status, error: errorOf(status), retryAfterMs: pauseMs };
  } catch (error) {
    if (error instanceof NetworkFailure) return failed(error.code);
    throw error;
  }
}

const failed = (error: string): Attempt => ({ status: null, error, retryAfterMs: null });

/** A block of a host is also one of its `www.`, and a block of a registrable domain one of all hosts below it. */
async function refusalOf({ protocol, href }: URL, { network, followed }: SendServices): Promise<string | null> {
  const host = receiverHost(href);
  if (protocol !== 'https:' && !(protocol === 'http:' && network.isOverridden(host))) return 'https_required';
  const names = new Set([withoutWww(host), registrableDomain(host)]);
  const blocked = await Promise.all(Array.from(names, (name) => followed.isBlocked(name)));
  return blocked.includes(true) ? 'host_blocked' : null;
}

/** Code of a receiver that wants no further deliveries. */
export const GONE = 'receiver_gone';

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirected';
  return status === 410 ? GONE : 'http_error';
}
