import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestSite {
  port: number;
  /** Requested paths, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts a site on loopback; requests that the listener does not answer get a 404. */
export async function startSite(listener: RequestListener): Promise<TestSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url!);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Serves the page at `/`; all other paths return 404. */
export function onlyHomePage(html: () => string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return ({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html());
  };
}
