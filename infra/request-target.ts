import type { IncomingMessage } from 'node:http';

/**
 * Reads the target of a request to one of the servers of this machine, whatever it consists of.
 *
 * A path is taken as it is: `//other.test/x` is a path of this server (RFC 9112, 3.2.1), not another server's address.
 * Of an absolute target the path counts (3.2.2). Anything else, such as `*`, becomes a path that no server has.
 *
 * @returns path and query, without `.` and `..` in the path; the host means nothing
 */
export function requestTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  const isAbsolute = /^https?:\/\//i.test(url) && URL.canParse(url);
  return new URL(isAbsolute ? url : `http://localhost${url.startsWith('/') ? '' : '/'}${url}`);
}
