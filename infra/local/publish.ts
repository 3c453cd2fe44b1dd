import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '../sandbox/sandbox.ts';

const PATH = /^\/sandbox\/([\w.-]+)(\/[^?]*)$/;
const MAX_CHARACTERS = 10_000;

/**
 * Returns whether a request publishes a file of a site of the sandbox: `PUT /sandbox/<host>/<path>`, with its text. Only the
 * runner has this route, so that control of such a site can be proved.
 */
export const isPublication = ({ method, url }: IncomingMessage) => method === 'PUT' && PATH.test(url ?? '');

/** Creates the route. The file is served until the runner ends. */
export function createPublication({ publish }: Pick<Sandbox, 'publish'>): RequestListener {
  return (request, response) => {
    const [, host, path] = PATH.exec(request.url!) as unknown as [string, string, string];
    void text(request).then(
      (content) => {
        publish(host, path, content.slice(0, MAX_CHARACTERS));
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  };
}
