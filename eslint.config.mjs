import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// What one file alone shows. The rules that need types are in .oxlintrc.json.

const tests = ['test/**/*.ts', '**/*.spec.ts', '**/*.int-spec.ts'];
const toolsAndTests = [...tests, 'bench/**/*.ts', 'scripts/**/*.ts'];

const sqlMessage = 'Bind values as $1, $2 …; a statement built from strings lets callers write SQL.';
const sqlFromStrings = [
  ...['TemplateLiteral[expressions.length>0]', 'BinaryExpression'].map(
    (built) =>
      `CallExpression[callee.property.name=/^query(PlannedAnew)?$/] > ${built}.arguments:first-child`,
  ),
  // Repositories put their own words into a condition; what stands in quotes would be a value.
  `CallExpression[callee.property.name=/^(where|removeWhere|ask|holds)$/] TemplateElement[tail=false][value.raw=/'$/]`,
].map((selector) => ({ selector, message: sqlMessage }));
const environment = {
  selector:
    ":matches(MemberExpression[object.name='process'][property.name='env'], " +
    "VariableDeclarator[init.name='process'] Property[key.name='env'])",
  message: 'libs/config is the only reader of process.env; inject its values.',
};
const clockMessage =
  'Read the injected Clock, so that tests can freeze and travel; measure what has passed by performance.now().';
const wallClock = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "MemberExpression[object.name='Temporal'][property.name='Now']",
].map((selector) => ({ selector, message: clockMessage }));

/** Many test files share the modules of a process, and one application: what one file swaps, the next would meet. */
const swappedModules = [
  'mock',
  'doMock',
  'setMock',
  'unstable_mockModule',
  'resetModules',
  'isolateModules',
  'isolateModulesAsync',
].map((property) => ({
  object: 'jest',
  property,
  message:
    'Test files share their modules. Spy on the object that the application holds (jest.spyOn) instead.',
}));

/** no-restricted-syntax is not merged over blocks, so each block states its whole list. */
const restrict = (...lists) => ['error', ...lists.flat()];

const anywhere = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-eval': 'error',
  'no-new-func': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-debugger': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-fallthrough': 'error',
  'no-self-compare': 'error',
  'no-unsafe-finally': 'error',
  'no-useless-catch': 'error',
  'no-misleading-character-class': 'error',
  'no-unused-private-class-members': 'error',
  'object-shorthand': 'error',
};

const unused = {
  argsIgnorePattern: '^_',
  varsIgnorePattern: '^_',
  caughtErrorsIgnorePattern: '^_',
  destructuredArrayIgnorePattern: '^_',
  ignoreRestSiblings: true,
};

const typescript = {
  '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
  // Leaves files with decorators alone: Nest reads the constructor's classes from the emitted metadata.
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/max-params': ['error', { max: 7 }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-require-imports': 'error',
  '@typescript-eslint/no-unused-vars': ['error', unused],
  'max-lines': ['error', { max: 400 }],
  'max-lines-per-function': ['error', { max: 70, skipComments: true }],
  'no-restricted-syntax': restrict(sqlFromStrings, environment, wallClock),
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:process', importNames: ['env'], message: environment.message },
        ...['@nestjs/swagger', '@nestjs/graphql', '@nestjs/mapped-types'].map((name) => ({
          name,
          importNames: ['PartialType', 'PickType', 'OmitType', 'IntersectionType'],
          message: 'Each loses the metadata of the other door; take PartialOf, PickOf, OmitOf of libs/shape.',
        })),
      ],
    },
  ],
};

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', '.data/', 'coverage/', 'libs/**/assets/', 'docs/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,cjs,mjs}'],
    rules: { ...anywhere, 'no-unused-vars': ['error', unused], 'no-implied-eval': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      // As in tsconfig.json; without a program the parser does not read it.
      parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true },
    },
    rules: { ...anywhere, ...typescript },
  },
  {
    files: ['src/**/*.ts', 'libs/**/*.ts'],
    ignores: tests,
    rules: { 'no-console': 'error' },
  },
  {
    files: ['libs/persistence/**/*.ts', 'src/migrations/**/*.ts'],
    rules: { 'no-restricted-syntax': restrict(environment, wallClock) },
  },
  {
    files: ['libs/config/**/*.ts', 'ormconfig.ts'],
    rules: { 'no-restricted-syntax': restrict(sqlFromStrings, wallClock) },
  },
  // The clock itself; and rate windows, which count what has passed and must not travel with the test clock.
  {
    files: ['libs/kernel/clock.ts', 'libs/security/**/*.ts'],
    rules: { 'no-restricted-syntax': restrict(sqlFromStrings, environment) },
  },
  // What makes a class for each kind of package is as long as the class.
  { files: ['**/*-of-kind.*.ts'], rules: { 'max-lines-per-function': 'off' } },
  // Most of a component is markup.
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 100, skipComments: true }] } },
  // No caller's text reaches these; they name databases, read the environment and measure.
  { files: toolsAndTests, rules: { 'no-restricted-syntax': 'off', 'no-restricted-imports': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-properties': ['error', ...swappedModules],
    },
  },
);
