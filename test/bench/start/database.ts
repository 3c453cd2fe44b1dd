import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { startTables } from '../../../infra/local/aws/dynamodb.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { makeCertificates } from '../../../infra/sandbox/site-server.ts';

/** What the process that holds the database tells its parent. */
export interface DatabaseReady {
  /** Where it can be filled. */
  endpoint: string;
  tlsPort: number;
  /** PEM of the authority to trust. */
  ca: string;
}

// A process of its own, so that its work is not counted as that of who asks. It speaks TLS, as DynamoDB does.
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
