import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { newKeySecret } from '../libs/credentials/key-secret';

const root = join(__dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'supply-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, told: stdout + stderr };
}

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const componentShape = z.object({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).optional(),
});
const billShape = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  serialNumber: z.string().startsWith('urn:uuid:'),
  metadata: z.object({ component: z.object({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(componentShape),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
const packageShape = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

describe('npm run sbom', () => {
  const file = join(folder, 'sbom.json');
  const project = packageShape.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  let bill: z.infer<typeof billShape>;
  beforeAll(() => {
    expect(run('sbom.mjs', file)).toEqual({ status: 0, told: '' });
    bill = billShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('names what the service loads and what the build copies into it, and nothing that only builds and tests', () => {
    const names = new Set(bill.components.map(({ name }) => name));
    expect(bill.metadata.component.name).toBe(project.name);
    const loaded = Object.keys({ ...project.dependencies, ...project.optionalDependencies });
    expect(loaded.filter((name) => !names.has(name))).toEqual([]);
    const copied = ['graphiql', 'react', 'react-dom', '@expo-google-fonts/noto-sans', 'postgresql'];
    expect(copied.filter((name) => !names.has(name))).toEqual([]);
    const tools = ['jest', 'eslint', 'typescript', 'esbuild', '@secretlint/core'];
    expect(tools.filter((name) => names.has(name))).toEqual([]);
  });

  it('tells of each package where it is from and its digest, and what needs what', () => {
    const references = bill.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
    const withoutDigest = bill.components.filter(({ hashes }) => !hashes).map(({ name }) => name);
    expect(withoutDigest).toEqual(['postgresql']);
    const known = new Set([...references, bill.metadata.component['bom-ref']]);
    const edges = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(edges.filter((reference) => !known.has(reference))).toEqual([]);
  });
});

describe('the check of licences', () => {
  const judged = (licenses: object[]) => {
    const component = { 'bom-ref': 'some-package@1.0.0', name: 'some-package', licenses };
    const png = { 'bom-ref': 'png-js@2.0.0', name: 'png-js' };
    return run('licences.mjs', written('bill.json', JSON.stringify({ components: [png, component] })));
  };

  it.each([
    ['one that obliges to open the source', [{ license: { id: 'AGPL-3.0-only' } }]],
    ['a choice, which a person has to make', [{ expression: 'MIT OR GPL-3.0-only' }]],
    ['two of which one is not allowed', [{ expression: '(MIT AND GPL-3.0-only)' }]],
    ['none at all', []],
  ])('refuses %s', (_, licenses) => {
    expect(judged(licenses)).toEqual({
      status: 1,
      told: expect.stringContaining('some-package@1.0.0: '),
    });
  });

  it('allows two that are both allowed', () => {
    expect(judged([{ expression: '(MIT AND BSD-3-Clause)' }]).status).toBe(0);
  });
});

describe('the search for secrets', () => {
  const privateKey = () =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey;
  const many = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3g';
  // None of them stands here as it is, or this file would be found.
  const secrets: [string, () => string][] = [
    ['a private key', privateKey],
    ['an API key of this service', () => newKeySecret('server-')],
    ['a secret of webhooks', () => `whsec_${many}=`],
    ['a live key of a payment provider', () => ['sk', 'live', many].join('_')],
    ['a token of a code host', () => `ghp_${many}ab`],
    ['a signed token', () => ['eyJhbGciOiJFUzI1NiJ9', 'eyJzdWIiOiJ1c2VyLTEifQ', many].join('.')],
    ['a password in an address', () => `postgres://app:${many}@db.example/main`],
    ['a password in an address of the web', () => `https://app:${many}@hooks.example/`],
  ];

  it.each(secrets)('finds %s, and does not tell it', (_, secret) => {
    const text = secret();
    const { status, told } = run('secrets.mjs', written('found.txt', `first line\n  key = "${text}"\n`));
    expect([status, told]).toEqual([1, expect.stringContaining('found.txt:2: ')]);
    expect(told).not.toContain(text.slice(10, 40));
  });

  it('lets noise in the form of a key, and addresses without a password, be', () => {
    const noise = `server-${'0'.repeat(49)}`;
    const text = `${noise} https://hooks.example/a@b postgres://app:…@db.example/main postgres://app@db.example/main`;
    expect(run('secrets.mjs', written('fine.txt', text)).status).toBe(0);
  });
});

describe('package-lock.json', () => {
  const entryShape = z.object({
    resolved: z.string().optional(),
    integrity: z.string().optional(),
    dev: z.boolean().optional(),
  });
  const lock = z
    .object({ packages: z.record(z.string(), entryShape) })
    .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('S-03: has the digest of every package that is shipped, and names no place to get one from', () => {
    const loaded = packages.filter(([, { dev }]) => !dev);
    expect(loaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
