import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The part of the response of a tool that tests use. */
export interface ToolAnswer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

interface ListedTool {
  name: string;
  title?: string;
  annotations?: { title?: string };
  inputSchema: { properties?: Record<string, object> };
  outputSchema?: { properties?: Record<string, object>; required?: string[] };
}

/** An assistant's connection. */
export interface Assistant {
  tools(): Promise<ListedTool[]>;
  call(name: string, parameters: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The two generations of the protocol that official clients support. */
export const generations = ['2026', '2025'] as const;

const NEWEST_REVISION = '2026-07-28';

/** Creates an official client with only the newest revision; by default, it starts with that of 2025. */
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
    call: async (name, parameters) => (await client.callTool({ name, arguments: parameters as never })) as ToolAnswer,
    close: () => client.close(),
  };
}
