import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { startTables } from '../../../infra/local/aws/dynamodb.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { makeCertificates } from '../../../infra/sandbox/site-server.ts';

/** Message to the parent process, from the process with the database. */
export interface DatabaseReady {
  /** Endpoint for storing data. */
  endpoint: string;
  tlsPort: number;
  /** PEM of the certificate authority to trust. */
  ca: string;
}

// A separate process, so that its work is not counted as the caller's. It uses TLS, like DynamoDB.
const { endpoint } = await startTables(synthesizeOnce({}).model.tables);
const { ca, cert, key } = await makeCertificates(['localhost']);
const tls = createServer({ cert, key }, (socket) => {
  const plain = connect(Number(new URL(endpoint).port), '127.0.0.1').setNoDelay();
  socket.setNoDelay();
  socket.pipe(plain).pipe(socket);
  socket.on('error', () => plain.destroy());
  plain.on('error', () => socket.destroy());
}).listen(0, '127.0.0.1');
await once(tls, 'listening');
const { port: tlsPort } = tls.address() as AddressInfo;
process.send!({ endpoint, tlsPort, ca } satisfies DatabaseReady);
