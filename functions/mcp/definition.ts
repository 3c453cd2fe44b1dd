import type { EndpointDefinition } from '../core/platform/http/definition.ts';

/** The endpoint of the Model Context Protocol, whose specification describes the messages. */
export const mcpDefinition: EndpointDefinition = {
  path: '/mcp',
  access: 'key',
  operations: { POST: null },
};
