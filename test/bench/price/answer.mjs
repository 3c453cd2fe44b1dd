// Has a handler answer one cached query: what it logs comes first, the answer's body last.
const { handler } = await import(process.argv[2]);
const query = { domain: 'shop.example' };
const { body } = await handler(
  {
    httpMethod: 'GET',
    resource: '/api/v1/seo/query',
    queryStringParameters: query,
    multiValueQueryStringParameters: { domain: [query.domain] },
    requestContext: { requestId: '0f3cb7ad-1f3b-4a9c-8f5e-2f1d7a6b4c3d' },
  },
  { getRemainingTimeInMillis: () => 29_000 },
);
process.stdout.write(`\n${body}`, () => process.exit(0));
