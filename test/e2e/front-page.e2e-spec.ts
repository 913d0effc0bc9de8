import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontPage } from '#libs/http/front-page';
import { createTestApp, type TestApp } from '../support/app';

/** Commands of the page, as a browser hands them to the clipboard. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(/<pre><code>([^<]*)<\/code><\/pre>/g)].map(([, text = '']) =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );

describe('the front page', () => {
  let app: TestApp;
  let page: string;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    page = await (await fetch(app.url)).text();
  });
  afterAll(() => app.close());

  it('says where the keys of a given database are', () => {
    expect(page).toContain('printed a server key and a publishable key, once');
    expect(page).toContain('BOOTSTRAP_SERVER_KEY');
    expect(page).not.toContain('keys.json');
  });

  it('its first call works with the key put in', async () => {
    const [call = ''] = commandsOf(page);
    const [, header = '', address = ''] = /^KEY=server-…\ncurl -s -H "([^"]+)" (http:\S+)$/.exec(call) ?? [];
    const [name = '', value = ''] = header.replace('$KEY', app.a.serverKey).split(': ');
    const answer = await fetch(address, { headers: { [name]: value } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: [] }]);
  });

  it('every link of it leads somewhere', async () => {
    const paths = [...page.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(paths).toEqual(['/docs', '/openapi.json', '/schema.graphql', '/health/ready', '/metrics']);
    for (const path of paths) expect((await fetch(app.url + path)).status).toBe(200);
  });

  it('is plain HTML in English with a title, headings and no script', () => {
    expect(page).toMatch(/^<!doctype html><html lang="en">/);
    expect(page).toContain('<title>Entitlements service</title>');
    expect([...page.matchAll(/<h(\d)>/g)].map(([, level]) => level)).toEqual(['1', '2', '2', '2', '2']);
    expect(page).not.toContain('<script');
  });

  it('H-06: its address is that of this server, whatever Host is asked for', async () => {
    const told = await app.anonymous.send('GET', '/', undefined, { host: '"><script>alert(1)</script>' });
    expect(told.text).not.toContain('alert');
    expect(told.text).toContain(`${app.url}/api/v1/products`);
  });
});

describe('the front page with the embedded database', () => {
  const settings = {
    ...{ isEmbedded: true, isProduction: false, metricsPort: undefined },
    ...{ consoleEnabled: true, graphiqlEnabled: true },
  };
  const url = 'http://127.0.0.1:3000';

  it('its first call reads the key from the file that the first start wrote, and runs as it is', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'front-page-'));
    writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ serverKey: 'server-of-the-file' }));
    const page = frontPage(url, { ...settings, dataDir });
    const [call = ''] = commandsOf(page);
    expect(page).toContain(`<code>${dataDir}/keys.json</code>`);
    expect(execFileSync('sh', ['-c', call.replace('curl -s', 'echo')], { encoding: 'utf8' })).toBe(
      `-H X-API-KEY: server-of-the-file ${url}/api/v1/products\n`,
    );
    rmSync(dataDir, { recursive: true });
  });

  it('reads no file that was deleted, as SECURITY.md advises: the key is put in', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'front-page-'));
    const page = frontPage(url, { ...settings, dataDir });
    expect(commandsOf(page)[0]).toBe(`KEY=server-…\ncurl -s -H "X-API-KEY: $KEY" ${url}/api/v1/products`);
    expect(page).toContain('keys.json</code>, which is not there any more');
    rmSync(dataDir, { recursive: true });
  });

  it('offers the console and GraphiQL where they are on, and metrics where they are served here', () => {
    const whole = frontPage(url, { ...settings, dataDir: '.data' });
    for (const page of ['console', 'graphql']) expect(whole).toContain(`href="/${page}"`);
    const without = {
      ...settings,
      consoleEnabled: false,
      graphiqlEnabled: false,
      metricsPort: 9464,
      dataDir: '.data',
    };
    expect(frontPage(url, without)).not.toMatch(/href="\/(console|graphql|metrics)"/);
  });

  it('tells no folder of the machine in production, and no markup of a folder anywhere', () => {
    const dataDir = '/secret/<b>place</b>';
    expect(frontPage(url, { ...settings, dataDir, isProduction: true })).not.toContain('/secret');
    expect(frontPage(url, { ...settings, dataDir })).not.toContain('<b>');
  });
});
