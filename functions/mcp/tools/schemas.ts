/** Parts of the schemas of tools; descriptions are for a reader who has never seen SEO data. */

export const domain = { type: 'string', description: 'Domain name, such as example.com' };

export const refresh = { type: 'boolean', description: 'Fetch anew; costs allowance. Only where the user asks for it' };

export const cursor = { type: 'string', description: 'next_cursor of the last answer' };

export const locale = {
  language: { type: 'string', description: 'Language of the keywords, such as en (default) or zh' },
  country: { type: 'string', description: 'Country, such as US (default)' },
};

export const limit = (maximum: number, fallback: number) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  description: `Default ${fallback}`,
});

export const nullable = (type: string, description?: string) => ({
  type: [type, 'null'],
  ...(description !== undefined && { description }),
});

export const text = { type: 'string' };
export const list = { type: 'array' };
export const object = { type: 'object' };
export const flag = { type: 'boolean' };
export const count = { type: 'integer' };
