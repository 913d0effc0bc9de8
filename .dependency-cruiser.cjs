const sections = require('./libs/ranks.cjs');
const contexts = require('./src/modules/ranks.cjs');

/** `context/area` of each rank, lowest first. */
const ranks = contexts.flatMap(({ context, ranks: within }) =>
  within.map((areas) => areas.map((area) => `${context}/${area}`)),
);

/** The same of the folders of libs. */
const ranksOfLibs = sections.flatMap(({ folder, ranks: within }) =>
  within.map((names) => names.map((name) => `${folder}/${name}`)),
);

const anyOf = (names) => `(${names.join('|')})`;
// Tests stand outside the layers: they build what the layers only name.
const tests = '\\.(spec|int-spec)\\.ts$';
const kernel = '^libs/kernel/';
const values = '^libs/business/values/';
const pricing = '^libs/business/pricing/';
/** One decorator for each property, and what the business says in them. */
const shapes = '^libs/(shape|business/shapes)/';
/** What is printed, as plain data. */
const documentShape = '^libs/business/documents/invoice-document[.]ts$';
// The list of all areas, for the application, the data source and the migrations; it alone reaches past the indexes.
const areaList = '^src/areas\\.ts$';
const anyModule = '^src/modules/([^/]+/[^/]+)/';
const moduleIndex = '^src/modules/[^/]+/[^/]+/index\\.ts$';
const moduleFile = (...roles) => `^src/modules/([^/]+/[^/]+)/[^/]+\\.${anyOf(roles)}\\.ts$`;
/** `$1` is the module of the importing file: its context and its area. */
const own = (...roles) => `^src/modules/$1/[^/]+\\.${anyOf(roles)}\\.ts$`;
const ownDomain = '^src/modules/$1/domain/';
const packages = (...names) => `^node_modules/${anyOf(names)}(/|$)`;

/** Files matching `from` may import what `may` lists and nothing else. */
const layer = (name, comment, from, may) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { pathNot: may, couldNotResolve: false },
});

// architecture §2, a rule for each row of the table of layers.
const layers = [
  layer('kernel-is-pure', 'The kernel imports itself, two libraries of pure values, and digests.', kernel, [
    kernel,
    packages('decimal\\.js', 'uuid'),
    '^crypto$',
  ]),
  layer('values-are-pure', 'Values of the business import the kernel and each other.', values, [
    kernel,
    values,
  ]),
  layer('pricing-is-pure', 'What a price means is computed from values alone.', pricing, [
    kernel,
    values,
    pricing,
  ]),
  layer(
    'documents-are-pure',
    'A document is written from what it is given, by one library.',
    '^libs/business/documents/',
    [kernel, values, '^libs/business/documents/', packages('pdfkit', '@types/pdfkit')],
  ),
  layer(
    'domain-is-pure',
    'A domain folder knows the kernel, values, pricing, what a document prints, itself and the types of lower modules.',
    '^src/modules/([^/]+/[^/]+)/domain/',
    [kernel, values, pricing, documentShape, ownDomain, moduleIndex],
  ),
  layer(
    'mapping-maps',
    'A mapping says how the own domain lies in PostgreSQL and knows nothing else.',
    moduleFile('mapping'),
    [kernel, values, pricing, ownDomain, own('mapping'), '^libs/persistence/', packages('typeorm')],
  ),
  layer(
    'repository-queries',
    'Repositories and readers query the own tables; rules belong in the domain, use cases in the service.',
    moduleFile('repository', 'reader'),
    [
      kernel,
      values,
      pricing,
      ownDomain,
      own('mapping', 'repository', 'reader', 'statements', 'record'),
      '^libs/persistence/',
      // The tenant of every query comes from here, and what a turn of several subjects knows of the rows that it holds.
      '^libs/context/(request-context|remembered)\\.ts$',
      // A reader joins tables of lower modules and tells their types.
      moduleIndex,
      packages('typeorm', '@nestjs/common'),
    ],
  ),
  layer(
    'inputs-and-views-are-shapes',
    'Inputs and views state shapes: kernel, values, pricing, own domain, shapes, other inputs and views.',
    moduleFile('inputs', 'views'),
    [kernel, values, pricing, ownDomain, own('inputs', 'views'), shapes, moduleIndex],
  ),
  layer(
    'doors-know-only-the-service',
    'A controller or resolver translates words: own service, inputs and views, and what carries a door.',
    moduleFile('controller', 'resolver'),
    [
      own('service', 'inputs', 'views'),
      '^libs/(doors|http|graphql|shape)/',
      packages('@nestjs/[^/]+'),
      moduleIndex,
    ],
  ),
];

const services = [
  {
    name: 'service-knows-no-door',
    comment: 'A use case is the same through every door; a service must not see one.',
    severity: 'error',
    from: { path: moduleFile('service'), pathNot: tests },
    to: {
      path: [
        '\\.(controller|resolver|module)\\.ts$',
        '^libs/(doors|http|graphql)/',
        shapes,
        packages('@nestjs/(?!common)[^/]+'),
      ],
      // A view that several modules answer.
      pathNot: '^libs/shape/id-reference\\.ts$',
    },
  },
  {
    name: 'service-knows-only-units-of-work',
    comment:
      'Queries belong in the repository; of libs/persistence a service uses the unit of work, and the gathering of several.',
    severity: 'error',
    from: { path: moduleFile('service'), pathNot: tests },
    to: { path: '^libs/persistence/', pathNot: '^libs/persistence/(unit-of-work|gathering)\\.ts$' },
  },
];

const libs = ranksOfLibs.map((names, rank) => ({
  name: `libs-rank-${rank + 1}-imports-lower-ranks`,
  comment: `${names.join(', ')} may import folders of a rank below theirs only (libs/ranks.cjs).`,
  severity: 'error',
  from: { path: `^${anyOf(names)}/`, pathNot: tests },
  to: { path: `^${anyOf(ranksOfLibs.slice(rank).flat())}/`, pathNot: '^$1/' },
}));

const modules = [
  {
    name: 'modules-meet-at-the-index',
    comment: 'Another module is imported through its index only.',
    severity: 'error',
    from: { path: anyModule },
    to: { path: anyModule, pathNot: ['^src/modules/$1/', moduleIndex] },
  },
  {
    name: 'the-application-meets-modules-at-the-index',
    comment: 'app.module, main and worker know modules by their index only.',
    severity: 'error',
    from: { pathNot: ['^src/modules/', areaList, tests] },
    to: { path: anyModule, pathNot: moduleIndex },
  },
  {
    name: 'the-list-of-areas-lists-mappings',
    comment: 'src/areas.ts reaches past the indexes for mappings only.',
    severity: 'error',
    from: { path: areaList },
    to: { path: '^src/', pathNot: ['\\.mapping\\.ts$', moduleIndex] },
  },
  {
    name: 'domain-takes-types-of-other-modules',
    comment:
      'From another context the domain takes types; a value would drag the framework in. Within a context it builds on the lower areas.',
    severity: 'error',
    from: { path: '^src/modules/([^/]+)/[^/]+/domain/', pathNot: tests },
    to: { path: moduleIndex, pathNot: '^src/modules/$1/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'own-files-meet-directly',
    comment: 'Inside a module files meet directly; its index is for the others.',
    severity: 'error',
    from: { path: anyModule },
    to: { path: '^src/modules/$1/index\\.ts$' },
  },
  ...ranks.map((names, rank) => ({
    name: `rank-${rank + 1}-imports-lower-ranks`,
    comment: `${names.join(', ')} may import modules of a rank below theirs only (src/modules/ranks.cjs).`,
    severity: 'error',
    from: { path: `^src/modules/${anyOf(names)}/` },
    to: { path: `^src/modules/${anyOf(ranks.slice(rank).flat())}/`, pathNot: '^src/modules/$1/' },
  })),
];

const everywhere = [
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one file, or lack a third; type imports count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'libs-know-no-module',
    comment: 'What modules share knows none of them.',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^src/' },
  },
  {
    name: 'sql-has-its-places',
    comment: 'Only repositories, readers, mappings, migrations and libs/persistence speak to the database.',
    severity: 'error',
    from: {
      path: '^(src|libs)/',
      pathNot: [
        '\\.(repository|reader|mapping)\\.ts$',
        areaList,
        '^src/migrations/',
        '^libs/persistence/',
        tests,
      ],
    },
    to: { path: packages('typeorm', 'pg') },
  },
  {
    name: 'stripe-lies-behind-its-port',
    comment: 'Whoever collects money knows the port; the library of Stripe has one place (ADR-0091).',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: '^src/modules/billing/payments/stripe/' },
    to: { path: packages('stripe') },
  },
  {
    name: 'production-code-needs-no-test',
    comment: 'What runs in production imports neither tests nor benches nor scripts.',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: tests },
    to: { path: ['^(test|bench|scripts)/', tests] },
  },
  {
    name: 'production-code-needs-no-dev-dependency',
    comment: 'A package that production code imports belongs in dependencies.',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that leads nowhere would pass every other rule.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...everywhere, ...layers, ...services, ...libs, ...modules],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data|coverage)/' },
    // `#libs/*` and `#modules/*` of package.json resolve to the sources by their "types" condition.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.d.ts', '.js', '.cjs', '.mjs', '.json'],
      mainFields: ['main', 'types', 'module'],
    },
  },
};
