import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { makeCertificates } from '../../../infra/sandbox/certificates.ts';
import { cacheTable, openTables, scheduleTable } from '../../support/dynamodb.ts';

/** What the process that holds the database tells its parent. */
export interface DatabaseReady {
  plainPort: number;
  tlsPort: number;
  /** PEM of the authority to trust. */
  ca: string;
}

// A process of its own, so that its work is not counted as that of who asks. It speaks TLS, as DynamoDB does.
const tables = await openTables(cacheTable, scheduleTable);
const { port: plainPort } = await tables.client.config.endpoint!();
const { ca, cert, key } = await makeCertificates(['localhost']);
const tls = createServer({ cert, key }, (socket) => {
  const plain = connect(plainPort!, '127.0.0.1').setNoDelay();
  socket.setNoDelay();
  socket.pipe(plain).pipe(socket);
  socket.on('error', () => plain.destroy());
  plain.on('error', () => socket.destroy());
}).listen(0, '127.0.0.1');
await once(tls, 'listening');
const { port: tlsPort } = tls.address() as AddressInfo;
process.send!({ plainPort: plainPort!, tlsPort, ca } satisfies DatabaseReady);
