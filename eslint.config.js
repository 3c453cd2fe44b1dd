import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['cdk.out', '.local', 'coverage', '**/*.js', '**/*.mjs', 'test/integration/generated-clients'] },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['functions/**/*.ts'],
    ignores: ['functions/core/platform/settings/settings.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Add it to the catalogue of settings; the handler reads it (readSettings)',
        },
      ],
      'no-restricted-imports': ['error', { paths: ['process', 'node:process'] }],
    },
  },
  {
    // Stores take the interface of DynamoDB; which client makes the calls is decided where they are created.
    files: ['functions/core/**/*.ts'],
    ignores: ['functions/core/platform/dynamodb/*'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: ['process', 'node:process'], patterns: [{ group: ['@aws-sdk/*dynamodb'] }] },
      ],
    },
  },
  {
    // What functions read comes from anybody: a pattern must take time in proportion to the text.
    files: ['functions/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // `potential` would report patterns of which each part may be absent, and which therefore never start again.
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: true }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'skip', message: 'Skip with testWhen or describeWhen, which ask for the reason' },
      ],
    },
  },
);
