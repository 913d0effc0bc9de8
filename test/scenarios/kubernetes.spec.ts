import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadEnvironment } from '#libs/config/env';
import { variableNames } from '#libs/config/env-variables';
import { createEmptyDatabase, rowsOf, type TestDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(300_000);

const root = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number().optional(),
});
const containerShape = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const workloadShape = z.object({
  kind: z.enum(['Deployment', 'Job']),
  spec: z.object({
    template: z.object({
      metadata: z.object({
        labels: z.record(z.string(), z.string()),
        annotations: z.record(z.string(), z.string()).optional(),
      }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number().optional(),
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.array(containerShape).length(1),
      }),
    }),
  }),
});

const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document): unknown => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

function workload(file: string) {
  const { spec } = workloadShape.parse(documentsOf(file)[0]).spec.template;
  const [container] = spec.containers;
  if (!container) throw new Error(`${file} has no container`);
  return { spec, container };
}

/** Keys of the secrets that the page tells to make. */
const ofSecrets = [...read('docs/operations/kubernetes.md').matchAll(/--from-literal=([A-Z_]+)=/g)].map(
  ([, name = '']) => name,
);

describe('the example for Kubernetes', () => {
  const service = workload('service.yaml');
  const job = workload('migrate.yaml');
  const given = Object.fromEntries(service.container.env.map(({ name, value }) => [name, value]));

  it('sets variables that there are, as the service takes them in production', () => {
    const known = new Set<string>([...variableNames, 'NODE_OPTIONS']);
    expect([...Object.keys(given), ...ofSecrets].filter((name) => !known.has(name))).toEqual([]);
    const secret = randomBytes(32).toString('hex');
    const urls = { DATABASE_URL: 'postgres://service@db/main', API_KEY_PEPPER: secret, SEALING_KEYS: secret };
    const environment = loadEnvironment({ NODE_ENV: 'production', ...urls, ...given });
    const ports = service.container.ports.map(({ containerPort }) => containerPort);
    expect([environment.port, environment.metricsPort]).toEqual(ports);
    expect(ofSecrets).toEqual(expect.arrayContaining(Object.keys(urls)));
  });

  it('waits longer for an end than the service takes for it', () => {
    const { shutdownGraceMs } = loadEnvironment({});
    expect(service.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      (shutdownGraceMs + 1500 + 2000) / 1000,
    );
  });

  it('runs as the user of the image, from the same image, and keeps what the image sets for Node', () => {
    const image = read('Dockerfile');
    for (const { spec, container } of [service, job]) {
      expect(image).toContain(`USER ${spec.securityContext.runAsUser}\n`);
      expect(container.image).toBe(service.container.image);
    }
    const [, options = ''] = /NODE_OPTIONS=(\S+)/.exec(image) ?? [];
    expect(given['NODE_OPTIONS']?.split(' ')).toContain(options);
  });

  it('has objects that hold on to the processes by the same label', () => {
    const selected = documentsOf('service.yaml').map((document) => JSON.stringify(document));
    expect(selected).toHaveLength(3);
    for (const text of selected) expect(text).toContain('"app":"entitlements"');
  });
});

describe('the image', () => {
  it('is made of files that there are, and of none that .dockerignore keeps away', () => {
    const admitted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(copied.filter((file) => file !== '.' && !admitted.includes(file))).toEqual([]);
    expect(admitted.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('what the example runs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it('brings an empty database to the schema of the release, and its probes tell how the service is', async () => {
    const { container: job } = workload('migrate.yaml');
    const [program = '', ...args] = job.command ?? [];
    expect(program).toBe('node');
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url };
    const migrated = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
    expect([migrated.status, migrated.stdout]).toEqual([0, 'The schema is that of this release.\n']);
    const [found] = await rowsOf<{ count: number }>(database.url, 'select count(*)::int from migration');
    expect(found?.count).toBeGreaterThan(50);
    const failed = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...env, DATABASE_MIGRATION_URL: 'postgres://nobody@127.0.0.1:1/none' },
      encoding: 'utf8',
    });
    expect([failed.status, failed.stdout]).toEqual([1, '']);

    const { container } = workload('service.yaml');
    const running = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, METRICS_PORT: '0' });
    for (const each of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(each?.httpGet.port).toBe('http');
      expect((await running.api.send('GET', each?.httpGet.path ?? '')).status).toBe(200);
    }
    expect((await running.stop()).code).toBe(0);
  });
});
