import ts from 'typescript';
import sections from '../../libs/ranks.cjs';
import contexts from '../../src/modules/ranks.cjs';
import { filesIn, foldersIn, isTest, parse, type SourceFile, sourceFiles, visit } from './source-tree';

// architecture §5 and §1; dependency-cruiser, eslint and oxlint keep the rest of the house rules.
const files = sourceFiles('src', 'libs');
const allFiles = [...filesIn('src', 'libs', 'test', 'bench', 'cli', 'scripts')];
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const breaking = (rule: (file: SourceFile) => boolean): string[] =>
  files.filter(rule).map(({ path }) => path);

const contains = (file: SourceFile, isForbidden: (node: ts.Node) => boolean): boolean => {
  let found = false;
  visit(parse(file), (node) => {
    found ||= isForbidden(node);
  });
  return found;
};

describe('sizes', () => {
  it('no file is longer than 400 lines', () => {
    expect(breaking(({ text }) => text.trimEnd().split('\n').length > 400)).toEqual([]);
  });
});

describe('names of files', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|mjs|cjs|js)$/;
  const roles = [
    'statements',
    'record',
    ...['module', 'controller', 'resolver', 'service', 'repository', 'reader', 'mapping', 'inputs', 'views'],
    ...['events', 'handlers', 'vetoes', 'jobs', 'loader', 'listener', 'cache', 'bootstrap'],
  ];
  // Words of the glossary and of TypeORM that hold a banned one.
  const legitimate = /data-(export|source)|(line|billable)-items?/g;
  const banned = /^(data|infos?|items?|utils?|utilit(y|ies)|helpers?|managers?|common)$/;

  it('are kebab-case', () => {
    const code = allFiles.filter((path) => /\.(ts|mjs|cjs|js)$/.test(path));
    expect(code.filter((path) => !kebab.test(baseOf(path)))).toEqual([]);
  });

  it('say something: no data, info, item, util, helper, manager, common', () => {
    const words = (path: string): string[] =>
      path
        .replace(legitimate, '')
        .replace(/\.\w+$/, '')
        .split(/[/.-]/);
    expect(allFiles.filter((path) => words(path).some((word) => banned.test(word)))).toEqual([]);
  });

  it('end in a role at the root of a module, outside its domain', () => {
    const atRoot = /^src\/modules\/[^/]+\/[^/]+\/([^/]+)\.ts$/;
    const role = new RegExp(`^[a-z0-9-]+\\.(${roles.join('|')})(\\.spec|\\.int-spec)?$`);
    const unfit = files.filter(({ path }) => {
      const [, name] = atRoot.exec(path) ?? [];
      return name !== undefined && name !== 'index' && !role.test(name);
    });
    expect(unfit.map(({ path }) => path)).toEqual([]);
  });
});

describe('modules', () => {
  const areas = foldersIn('src/modules').flatMap((context) =>
    foldersIn(`src/modules/${context}`).map((area) => `${context}/${area}`),
  );

  it('are each listed once in src/modules/ranks.cjs, in the context whose folder they lie in', () => {
    const ranked = contexts.flatMap(({ context, ranks }) => ranks.flat().map((area) => `${context}/${area}`));
    expect(areas.filter((area) => !ranked.includes(area))).toEqual([]);
    const names = ranked.map((area) => baseOf(area));
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it('lie in the folder of an area: a context holds nothing but areas', () => {
    const besideAreas = /^src\/modules\/[^/]+\/[^/]+\.ts$/;
    expect(breaking(({ path }) => besideAreas.test(path))).toEqual([]);
  });

  // The other index is the list of migrations.
  it('have an index, which alone may be a barrel', () => {
    const present = new Set(files.map(({ path }) => path));
    const without = areas.filter((area) => !present.has(`src/modules/${area}/index.ts`));
    expect(without).toEqual([]);
    const places = /^src\/(modules\/[^/]+\/[^/]+|migrations)\/index\.ts$/;
    const elsewhere = breaking(({ path }) => /(^|\/)index\.ts$/.test(path) && !places.test(path));
    expect(elsewhere).toEqual([]);
  });

  it('name what they export: a file of nothing but re-exports is an index, and no file exports everything of another', () => {
    const passesOn = (node: ts.Node): node is ts.ExportDeclaration =>
      ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined;
    const barrels = breaking((file) => {
      const { statements } = parse(file);
      return baseOf(file.path) !== 'index.ts' && statements.length > 0 && statements.every(passesOn);
    });
    expect(barrels).toEqual([]);
    expect(breaking((file) => contains(file, (node) => passesOn(node) && !node.exportClause))).toEqual([]);
  });
});

describe('libs', () => {
  it('has each of its folders listed once in libs/ranks.cjs, in the section whose folder it lies in', () => {
    const ofSections = sections.map(({ folder }) => folder);
    const folders = ofSections.flatMap((folder) => foldersIn(folder).map((name) => `${folder}/${name}`));
    const ranked = sections.flatMap(({ folder, ranks }) => ranks.flat().map((name) => `${folder}/${name}`));
    expect([...ranked].sort()).toEqual(folders.filter((folder) => !ofSections.includes(folder)).sort());
  });

  it('lies in folders: beside them is only the list of their ranks', () => {
    const besideFolders = filesIn('libs').filter((path) => /^libs\/(business\/)?[^/]+$/.test(path));
    expect(besideFolders).toEqual(['libs/ranks.cjs', 'libs/ranks.d.cts']);
  });
});

describe('habits', () => {
  it('no type is any', () => {
    expect(breaking((file) => contains(file, (node) => node.kind === ts.SyntaxKind.AnyKeyword))).toEqual([]);
  });

  it('the compiler is not silenced in production code, the linter for one line and with the reason beside it', () => {
    const silenced = /@ts-(ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable(?!-next-line \S+ -- \S)/;
    expect(breaking(({ path, text }) => !isTest(path) && silenced.test(text))).toEqual([]);
  });

  it('nothing is left to do', () => {
    const unfinished = new RegExp(
      `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`,
    );
    const everything = sourceFiles('src', 'libs', 'test', 'bench', 'scripts');
    expect(everything.filter(({ text }) => unfinished.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('extensions', () => {
  it('are found by their decorators: no module registers anything, none does so as it starts', () => {
    const registering = /\bonModuleInit\b|\.register\w*\(/;
    const places = /^(src\/modules|libs\/(messaging|tasks))\//;
    const registry = 'libs/messaging/extension-registry.ts';
    const found = breaking(({ path, text }) => places.test(path) && registering.test(text));
    expect(found).toEqual([registry]);
  });

  it('each point has a name of its own', () => {
    const names = files.flatMap(({ path, text }) =>
      isTest(path)
        ? []
        : [...text.matchAll(/= new (Question|Change|Survey)<[^;]*?'([^']+)'/g)].map(
            ([, form, name]) => `${form} ${name}`,
          ),
    );
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });
});
