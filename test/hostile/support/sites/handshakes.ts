import { expect } from '@jest/globals';
import fc from 'fast-check';
import { TLS_FAILURES } from '../../../../functions/core/platform/network/failures.ts';
import { type Attack, goodPage, type Handshake, serving } from './attack.ts';

/** The error in the record for each; all certificates are self-signed as well. */
const TLS_ERRORS: Partial<Record<Handshake, string[]>> = {
  expired: ['certificate_expired', 'self_signed'],
  'for another name': ['name_mismatch', 'self_signed'],
  'self-signed': ['self_signed'],
};

/** https with invalid certificates, with and without a page over http. */
export function handshakes(): Record<string, fc.Arbitrary<Attack>> {
  const kind = (handshake: Handshake) => [`TLS ${handshake}`, tlsAttack(handshake)] as const;
  return Object.fromEntries((['expired', 'for another name', 'self-signed', 'aborted', 'garbage'] as const).map(kind));
}

/** A handshake that never ends. */
export function slowHandshakes(): Record<string, fc.Arbitrary<Attack>> {
  return { 'TLS stalled': tlsAttack('stalled') };
}

function tlsAttack(handshake: Handshake): fc.Arbitrary<Attack> {
  return fc.boolean().map((hasHttp) => ({
    kind: `TLS ${handshake}`,
    detail: hasHttp ? 'with a page over http' : 'and nothing over http',
    handshake,
    serve: hasHttp ? serving({ '/': goodPage }) : ({ socket }) => void socket.destroy(),
    expected: hasHttp ? readOverHttp(handshake) : { failure: [...TLS_FAILURES, 'connection_reset', 'bad_response'] },
  }));
}

function readOverHttp(handshake: Handshake): Attack['expected'] {
  return {
    record({ page, tls }) {
      expect(page).toMatchObject({ http_status: 200, final_url: expect.stringMatching(/^http:/) });
      expect(tls?.valid ?? false).toBe(false);
      if (handshake in TLS_ERRORS) expect(TLS_ERRORS[handshake]).toContain(tls!.error);
    },
  };
}
