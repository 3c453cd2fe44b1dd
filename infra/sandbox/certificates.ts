import { generate } from 'selfsigned';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';

const VALID_DAYS = 365;

export interface Certificates {
  /** PEM of the authority that clients have to trust. */
  ca: string;
  cert: string;
  key: string;
}

/** Makes a certificate authority and a certificate for the hosts, new at each start. */
export async function makeCertificates(hosts: string[]): Promise<Certificates> {
  const notAfterDate = new Date(Date.now() + VALID_DAYS * DAY_MS);
  // As authorities do, for clients whose clock is slow.
  const notBeforeDate = new Date(Date.now() - DAY_MS);
  const common = { keyType: 'ec', algorithm: 'sha256', notBeforeDate, notAfterDate } as const;
  const authority = await generate([{ name: 'commonName', value: 'Sandbox Authority' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: hosts[0]! }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  });
  return { ca: authority.cert, cert: leaf.cert, key: leaf.private };
}
