import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const inputSchema = fromJsonSchema({ type: 'object', properties: { domain: { type: 'string' } } });
const createServer = () => {
  const server = new McpServer({ name: 'bare', version: '1' });
  server.registerTool('get_domain', { inputSchema }, ({ domain }) => ({ content: [{ type: 'text', text: domain }] }));
  return server;
};

/** Handles a call of an empty tool with the protocol's library. */
export const handler = async ({ httpMethod: method, multiValueHeaders, body }) => {
  const headers = Object.entries(multiValueHeaders).map(([name, [value]]) => [name, value]);
  const { fetch } = createMcpHandler(createServer);
  const response = await fetch(new Request('https://localhost/mcp', { method, headers, body }));
  return { statusCode: response.status, body: await response.text() };
};
