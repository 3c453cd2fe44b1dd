import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { SignInConfig } from '../../../functions/back-office/contract.ts';
import type { SignInServer } from './sign-in-server.ts';
import { createWorkspaceApi, type WorkspaceApi } from './workspace-api.ts';

/** Includes the stage, as in AWS. */
const PREFIX = '/prod/back-office/';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface PageServer {
  url: string;
  /** Rejects the next call whose path begins with `path`. */
  refuseNext: WorkspaceApi['refuseNext'];
  batchCount: WorkspaceApi['batchCount'];
  /** Restores the prepared data, and cancels requested refusals. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the built page with a strict Content-Security-Policy, its settings, and the API. */
export async function startPageServer(directory: string, signIn: SignInServer): Promise<PageServer> {
  const api = await createWorkspaceApi(signIn);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${signIn.issuer}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const config: SignInConfig = {
    issuer: signIn.issuer,
    client_id: signIn.clientId,
    scope: 'openid offline_access',
    logout_url: null,
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url!, 'http://page');
    const path = pathname.slice(PREFIX.length);
    if (!pathname.startsWith(PREFIX)) return response.writeHead(404).end();
    if (path === 'config.json') return sendJson(response, 200, config);
    return path.startsWith('api/')
      ? api.answer(request, response, path.slice('api/'.length))
      : sendFile(response, path || 'index.html');
  }

  async function sendFile(response: ServerResponse, path: string) {
    const body = await readFile(join(directory, path)).catch(() => null);
    if (body === null) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': TYPES[extname(path)],
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(body);
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`,
    batchCount: api.batchCount,
    refuseNext: api.refuseNext,
    reset: api.reset,
    close: async () => {
      await api.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
