import { readdirSync } from 'node:fs';

/**
 * Rooms of a folder, highest first: what is in a room imports from the rooms after it, never from those before it
 * (docs/decisions/018-floors.md). Types count.
 */
const rooms = {
  infra: ['openapi', 'operations', 'keys', 'local', 'sandbox', 'constructs'],
  'infra/local': ['permissions', 'gateway', 'sign-in', 'aws', 'queues', 'lambda', 'keys', 'template'],
  'functions/shared': [
    // Use cases: first what endpoints answer, whether they are asked by HTTP or by an assistant
    ...['answers', 'batches', 'site-audits', 'site-crawl', 'pages', 'forum', 'keyword-research', 'domain-record'],
    // Outside: who is asked
    ...['sources', 'engines'],
    // How somebody else's server is asked, how work is shared between instances, and what API Gateway knows of keys
    ...['providers', 'leases', 'gateway'],
    // What a page says; what is stored under which key
    ...['website', 'storage'],
    // Shapes, and the guarded way to a host
    ...['network', 'record', 'keywords', 'domain'],
    // Ground
    ...['http', 'settings', 'threads', 'text', 'time', 'aws'],
  ],
  'functions/shared/storage': [
    ...['batches', 'site-crawls', 'domain-history', 'domain-schedule', 'operations', 'keyword-index', 'dynamodb'],
  ],
  'functions/shared/website': [
    'report',
    'issues',
    'reader',
    'site',
    'sitemap',
    'hreflang',
    'phrases',
    'audit',
    'security',
    'robots',
    'page',
  ],
  'functions/back-office/page/src': [
    ...[
      'sign-in',
      'shell',
      'queue',
      'journal',
      'keys',
      'overview',
      'portfolio',
      'keywords',
      'compare',
      'batches',
      'domain',
      'domains',
      'sources',
    ],
    ...['shared', 'routing', 'loading', 'language', 'browser', 'api'],
  ],
};

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const endpoints = foldersIn('functions').filter((name) => name !== 'shared');

const forbidden = [
  rule('no circle of files', {}, { circular: true }),
  rule('functions know neither infra nor tests', { path: '^functions/' }, { path: '^(infra|test)/' }),
  rule('infra knows no tests', { path: '^infra/' }, { path: '^test/' }),
  rule('shared imports no endpoint', { path: '^functions/shared/' }, { path: `^functions/(${endpoints.join('|')})/` }),
  rule(
    'endpoints share code through shared alone',
    { path: '^functions/([^/]+)/', pathNot: '^functions/shared/' },
    { path: `^functions/(${endpoints.join('|')})/`, pathNot: '^functions/$1/' },
  ),
  rule(
    'stores know the interface of DynamoDB, and no client',
    { path: '^functions/shared/storage/(?!dynamodb/)' },
    { path: '^functions/shared/storage/dynamodb/(?!dynamodb|many-items)' },
  ),
  rule(
    'access to DynamoDB knows no item',
    { path: '^functions/shared/storage/dynamodb/' },
    { path: '^functions/shared/storage/(?!dynamodb/)' },
  ),
  ...Object.entries(rooms).flatMap(([folder, names]) => downwards(folder, names)),
];

function downwards(folder, names) {
  const unknown = foldersIn(folder).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${folder}/${unknown[0]} has no place in .dependency-cruiser.js`);
  return names
    .slice(1)
    .map((name, index) =>
      rule(
        `${folder}/${name} imports from what is below it`,
        { path: `^${folder}/${name}/` },
        { path: `^${folder}/(${names.slice(0, index + 1).join('|')})/` },
      ),
    );
}

function rule(name, from, to) {
  return { name, severity: 'error', from, to };
}

export default {
  forbidden,
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, exclude: { path: 'node_modules' } },
};
