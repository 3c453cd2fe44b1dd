import { randomBytes, randomUUID } from 'node:crypto';
import { makeCertificates, type SiteServer, sites, startSiteServer, zone } from './site-server.ts';
import { demoSites } from './demo-sites.ts';
import { startDnsServer } from './dns-server.ts';
import { startForumServer } from './forum-server.ts';
import { RECEIVER_HOST } from './receiver.ts';
import { startProviders } from './providers/server.ts';

const PROVIDERS_KEY = 'sandbox-key';

export interface Sandbox {
  /** Addresses of the sandbox's hosts, in the format of `LOCAL_RESOLVE`. */
  resolve: string;
  /** `address:port` of its name server. */
  dnsServer: string;
  /** PEM certificate of the authority that issues its sites' certificates. */
  ca: string;
  /** One address and one key for all providers. */
  providers: { url: string; key: string };
  forum: { upstreamUrl: string; salt: string; marketId: string; deviceCode: string };
  /** Serves a text at a path of one of its sites. */
  publish: SiteServer['publish'];
  close(): Promise<void>;
}

/**
 * Starts the fake internet: sites and a receiver under reserved names, their name server, and a forum.
 *
 * @param known further hosts that exist for its name server
 */
export async function startSandbox(known: (host: string) => boolean = () => false): Promise<Sandbox> {
  const demoHosts = new Set(demoSites.map(({ host }) => host));
  const hosts = [
    ...sites.flatMap(({ host, https }) => (https ? [host, `www.${host}`] : [])),
    ...demoHosts,
    RECEIVER_HOST,
  ];
  const certificates = await makeCertificates(hosts);
  const secrets = { salt: randomBytes(16).toString('hex'), marketId: 'sandbox', deviceCode: `[d]${randomUUID()}` };
  const [siteServer, dnsServer, forumServer, providers] = await Promise.all([
    startSiteServer(certificates),
    startDnsServer(zone, (host) => demoHosts.has(host) || host === RECEIVER_HOST || known(host)),
    startForumServer(secrets),
    startProviders({ key: PROVIDERS_KEY }),
  ]);
  return {
    resolve: `*.example=127.0.0.1:${siteServer.port}`,
    dnsServer: dnsServer.address,
    ca: certificates.ca,
    providers: { url: providers.url, key: PROVIDERS_KEY },
    forum: { upstreamUrl: forumServer.url, ...secrets },
    publish: (...file) => siteServer.publish(...file),
    close: async () => {
      await Promise.all([siteServer.close(), dnsServer.close(), forumServer.close(), providers.close()]);
    },
  };
}
