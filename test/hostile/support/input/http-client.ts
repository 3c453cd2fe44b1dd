import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** A request as sent. */
export interface HostileRequest {
  method: string;
  /** Path and query, encoded or not. */
  target: string;
  /** In order, including repeated ones. */
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** More than the runner's instances of a function, which share this machine's processors. */
const CONNECTIONS = 16;
/** Longer than the gateway's own timeout. */
const TIMEOUT_MS = 40_000;

export interface HostileClient {
  /** @throws when there is no response */
  send(request: HostileRequest): Promise<Answer>;
  close(): void;
}

/** A client that sends requests unchanged, over keep-alive connections. */
export function createHostileClient(url: string): HostileClient {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
  const { hostname, port, host } = new URL(url);

  async function once({ method, target, headers, body }: HostileRequest, by: Agent | false): Promise<Answer> {
    const length = body && method !== 'GET' && method !== 'HEAD' ? ['Content-Length', String(body.length)] : [];
    const rawHeaders = ['Host', host, ...length, ...headers.flat()];
    return new Promise((resolve, reject) => {
      const options = { agent: by, hostname, port, method, path: target, headers: rawHeaders, timeout: TIMEOUT_MS };
      const request = httpRequest(options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(pieces).toString(),
          }),
        );
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.end(length.length > 0 ? body : undefined);
    });
  }

  return {
    // A keep-alive connection may be closed just when it is used again: the retry uses a new one.
    send: (request) =>
      once(request, agent).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        return once(request, false);
      }),
    close: () => agent.destroy(),
  };
}

/** Writes bytes to the server. @returns everything received until it closes, or sends nothing for `quietMs` */
export function sendRaw(url: string, bytes: string | Buffer, quietMs = 1_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (piece) => (received += piece.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
