import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a tool answers, as far as tests look at it. */
export interface ToolAnswer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

interface ListedTool {
  name: string;
  inputSchema: { properties?: Record<string, object> };
  outputSchema?: { properties?: Record<string, object>; required?: string[] };
}

/** An assistant's connection. */
export interface Assistant {
  tools(): Promise<ListedTool[]>;
  call(name: string, given: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The two generations of the protocol that official clients speak. */
export const generations = ['2026', '2025'] as const;

const NEWEST_REVISION = '2026-07-28';

/** An official client that speaks the newest revision, and none before it: left to itself, it begins with that of 2025. */
export const newestClient = () =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: NEWEST_REVISION } } });

/** Connects an official client of a generation. */
export async function connectAssistant(
  url: string,
  key: string,
  generation: (typeof generations)[number] = '2026',
): Promise<Assistant> {
  const address = new URL('/mcp', url);
  const options = { requestInit: { headers: { Authorization: `Bearer ${key}` } } };
  const client = generation === '2026' ? newestClient() : new Client2025({ name: 'test', version: '1' });
  const transport =
    generation === '2026' ? new StreamableHTTPClientTransport(address, options) : new Transport2025(address, options);
  await (client as Client).connect(transport);
  return {
    tools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, given) => (await client.callTool({ name, arguments: given as never })) as ToolAnswer,
    close: () => client.close(),
  };
}
