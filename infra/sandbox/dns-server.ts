import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet, type Question } from 'dns-packet';

const TTL_SECONDS = 300;
const NAME_ERROR = 3;
const AUTHORITATIVE = 1 << 10;

/** The records of a zone: name → type → data in the forms of `dns-packet`. */
export type Zone = Record<string, Record<string, unknown[]>>;

export interface DnsServer {
  /** `address:port` */
  address: string;
  close(): Promise<void>;
}

/**
 * Answers queries from a zone over UDP; other names do not exist (NXDOMAIN).
 *
 * @param isKnown names outside the zone that exist, without records
 */
export async function startDnsServer(zone: Zone, isKnown: (name: string) => boolean = () => false): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, peer) => {
    try {
      const query = decode(message);
      const question = query.questions?.[0];
      if (!question) return;
      const reply = encode(replyTo(query.id ?? 0, question, zone, isKnown));
      socket.send(reply, peer.port, peer.address);
    } catch {
      // A packet that is no query, or one whose name cannot be written again, has no reply.
    }
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function replyTo(id: number, question: Question, zone: Zone, isKnown: (name: string) => boolean): Packet {
  const name = question.name.toLowerCase();
  const answers = (zone[name]?.[question.type] ?? []).map(
    (data) => ({ name, type: question.type, ttl: TTL_SECONDS, data }) as Answer,
  );
  // Names that only have subdomains exist as well (RFC 8020).
  const exists = isKnown(name) || Object.keys(zone).some((known) => known === name || known.endsWith(`.${name}`));
  return { type: 'response', id, flags: AUTHORITATIVE | (exists ? 0 : NAME_ERROR), questions: [question], answers };
}
