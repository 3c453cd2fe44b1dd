import { readdirSync } from 'node:fs';

/**
 * Rooms of a folder, highest first: what is in a room imports from the rooms after it, never from those before it
 * (docs/decisions/018-one-folder-per-capability.md). Types count.
 */
const rooms = {
  infra: ['openapi', 'operations', 'local', 'sandbox', 'constructs'],
  'infra/local': ['gateway', 'sign-in', 'aws', 'queues', 'lambda', 'template'],
  // The slices of the application (docs/architecture.md)
  'functions/core': [
    ...[
      'deletion',
      'operations',
      'forum',
      'watches',
      'batches',
      'site-reports',
      'crawls',
      'pages',
      'long-tail',
      'keywords',
      'deliveries',
      'domains',
      'sources',
      'accounts',
    ],
    ...['analysis', 'record', 'platform'],
  ],
  'functions/core/analysis': [
    ...['reader', 'language', 'rules', 'ai-policy', 'structured-data', 'security', 'robots', 'page', 'html'],
  ],
  'functions/back-office/page/src': [
    ...[
      'sign-in',
      'app',
      'report',
      'queue',
      'journal',
      'keys',
      'overview',
      'issues',
      'domains',
      'keywords',
      'compare',
      'batches',
      'domain',
      'watches',
      'events',
      'sources',
    ],
    ...['shared', 'routing', 'loading', 'ui', 'language', 'locales', 'browser', 'api'],
  ],
};

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const endpoints = foldersIn('functions').filter((name) => name !== 'core');

const forbidden = [
  rule('no circle of files', {}, { circular: true }),
  rule('functions know neither infra nor tests', { path: '^functions/' }, { path: '^(infra|test)/' }),
  rule('infra knows no tests', { path: '^infra/' }, { path: '^test/' }),
  rule('core imports no endpoint', { path: '^functions/core/' }, { path: `^functions/(${endpoints.join('|')})/` }),
  rule(
    "endpoints share code through core alone, and the types of the workspace's contract",
    { path: '^functions/([^/]+)/', pathNot: '^functions/core/' },
    {
      path: `^functions/(${endpoints.join('|')})/`,
      pathNot: ['^functions/$1/', '^functions/back-office/contract\\.ts$'],
    },
  ),
  rule(
    'stores know the interface of DynamoDB, and no client',
    { path: '^functions/core/(?!platform/)(?!.*(-endpoint|-endpoints|/cached-answers)\\.ts$)' },
    { path: '^functions/core/platform/dynamodb/(?!dynamodb|expressions|many-items|table)' },
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
