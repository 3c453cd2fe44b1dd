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
    ignores: ['functions/shared/settings/settings.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Declare a setting, which the handler reads (readSettings)' },
      ],
      'no-restricted-imports': ['error', { paths: ['process', 'node:process'] }],
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
