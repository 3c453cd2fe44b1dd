import type { EndpointDefinition } from '../core/platform/http/definition.ts';

/** Its messages are those of the Model Context Protocol, which describes them. */
export const mcpDefinition: EndpointDefinition = {
  function: 'mcp',
  path: '/mcp',
  access: 'key',
  operations: { POST: null },
};
