import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/** Dependencies point one way: handler → use case → shared; nothing in functions/ knows infra/ or test/. */
const endpoints = readdirSync('functions').filter((name) => name !== 'shared');
const outside = { group: ['**/infra/**', '**/test/**'], message: 'functions/ knows neither infra/ nor test/' };
const layers = [
  { files: ['functions/**/*.{ts,tsx}'], rules: { 'no-restricted-imports': ['error', { patterns: [outside] }] } },
  {
    files: ['functions/shared/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            outside,
            { group: endpoints.map((name) => `**/${name}/**`), message: 'shared/ imports no endpoint' },
          ],
        },
      ],
    },
  },
  ...endpoints.map((name) => ({
    files: [`functions/${name}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            outside,
            {
              group: endpoints.filter((other) => other !== name).map((other) => `**/${other}/**`),
              message: 'endpoints share code through shared/ only',
            },
          ],
        },
      ],
    },
  })),
];

export default tseslint.config(
  { ignores: ['cdk.out', '.local', 'coverage', '**/*.js', '**/*.mjs'] },
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
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'skip', message: 'Skip with testWhen or describeWhen, which ask for the reason' },
      ],
    },
  },
  ...layers,
);
