import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const erasableOnly = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only: a default export has no name to search for.' },
  { selector: 'TSEnumDeclaration', message: 'Write a union of literals: an enum cannot be erased.' },
  { selector: 'TSParameterProperty', message: 'Declare the field: a parameter property cannot be erased.' },
];

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'fixtures/', '**/*.mjs']),
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', ...erasableOnly],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli.ts', 'src/action.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    // The bundler reads its configuration from a default export.
    files: ['rolldown.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['__tests__/**/*.ts'],
    rules: {
      // Matchers such as `expect.any(String)` are typed `any` by their authors.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
