import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

interface Generated {
  /** Text by the path that the file would have in the project. */
  files: Map<string, string>;
  told: string;
}

function generate(...args: string[]): Generated {
  const into = mkdtempSync(join(tmpdir(), 'new-module-'));
  const command = [join(root, 'scripts/new-module.mjs'), ...args, '--into', into];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const entries = readdirSync(into, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(into, path), readFileSync(path, 'utf8')]));
  rmSync(into, { recursive: true });
  return { files, told: stdout };
}

/** What the compiler says of these files as if they lay in the project. */
function faultsOf(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const virtual = new Map([...files].map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost({
    ...options,
    noEmit: true,
    incremental: false,
    tsBuildInfoFile: undefined,
  });
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists.call(host, path);
  host.readFile = (path) => virtual.get(path) ?? readFile.call(host, path);
  host.directoryExists = (path) =>
    [...virtual.keys()].some((file) => file.startsWith(`${path}/`)) ||
    directoryExists?.call(host, path) === true;
  host.getSourceFile = (path, language, ...rest) => {
    const text = virtual.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, language, ...rest)
      : ts.createSourceFile(path, text, language);
  };
  const settings = { ...options, noEmit: true, incremental: false, tsBuildInfoFile: undefined };
  const program = ts.createProgram(
    [...virtual.keys()].filter((path) => path.endsWith('.ts')),
    settings,
    host,
  );
  return [...virtual.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    if (!file) return path.endsWith('.ts') ? [`${path} was not compiled`] : [];
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(
      ({ messageText }) => `${relative(root, path)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

describe('npm run new:module', () => {
  const coupons = generate('catalog/coupons');
  const promotionCodes = generate('customers/promotion-codes');

  it('writes the eight files of architecture §6, their README and the tests', () => {
    const own = (name: string) => `src/modules/catalog/coupons/${name}`;
    expect([...coupons.files.keys()].sort()).toEqual(
      [
        own('README.md'),
        own('coupon.mapping.ts'),
        own('coupons.controller.ts'),
        own('coupons.inputs.ts'),
        own('coupons.module.ts'),
        own('coupons.repository.ts'),
        own('coupons.resolver.ts'),
        own('coupons.service.ts'),
        own('coupons.views.ts'),
        own('domain/coupon.spec.ts'),
        own('domain/coupon.ts'),
        own('index.ts'),
        'test/e2e/coupons.e2e-spec.ts',
      ].sort(),
    );
  });

  it('writes code that the compiler accepts, whatever the number of words in the name', () => {
    const all = new Map([...coupons.files, ...promotionCodes.files]);
    expect(faultsOf(all)).toEqual([]);
  }, 120_000);

  it('is told a fault by the compiler where there is one', () => {
    const broken = new Map([
      ['src/modules/catalog/coupons/broken.ts', 'export const wrong: number = "text";\n'],
    ]);
    expect(faultsOf(broken)).toHaveLength(1);
  }, 120_000);

  it('leaves no placeholder', () => {
    const texts = [...coupons.files.values(), ...promotionCodes.files.values()];
    expect(texts.filter((text) => /\{\{|\}\}\w/.test(text))).toEqual([]);
  });

  it('enters the new area in the lists that name every area, and says what remains', () => {
    const { files, told } = generate('catalog/gift-cards');
    const added = (path: string) => {
      const present = new Set(readFileSync(join(root, path), 'utf8').split('\n'));
      return (files.get(path) ?? '').split('\n').filter((line) => !present.has(line));
    };
    expect(added('src/modules/ranks.cjs')).toEqual(["      ['gift-cards'],"]);
    expect(added('src/areas.ts')).toEqual([
      "import { GiftCardsModule } from '#modules/catalog/gift-cards';",
      "import { giftCardMapping } from './modules/catalog/gift-cards/gift-card.mapping';",
      '  { module: GiftCardsModule, mappings: [giftCardMapping] },',
    ]);
    expect(added('libs/kernel/errors/own-nouns.ts')).toEqual([
      "  'gift card': { permission: 'giftCards', activity: 'GIFT_CARD', notFound: 'GiftCardNotFound' },",
    ]);
    expect(told).toContain("'gift-cards' may import all of 'catalog'");
    expect(told).toContain('npm run migration:generate -- gift-cards');
    expect(faultsOf(files)).toEqual([]);
  }, 120_000);

  it('takes a singular that no rule finds, and refuses a name that no folder may have', () => {
    expect([...generate('exchange/data-indices', '--singular', 'data-index').files.keys()]).toContain(
      'src/modules/exchange/data-indices/data-index.mapping.ts',
    );
    expect(() => generate('catalog/Coupons')).toThrow(/kebab-case/);
    expect(() => generate('coupons')).toThrow(/the context, and the area/);
    expect(() => generate('../coupons')).toThrow(/no context '\.\.'/);
  });
});
