import { existsSync } from 'node:fs';
import type { Environment } from '#libs/config/env';
import { firstCall, firstCallByFile } from './first-call';
import { escaped, page } from './pages';

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}li{margin:.4rem 0}a{color:#0b5fff}
code,pre{font:14px/1.5 ui-monospace,monospace;background:#f2f4f7}pre{padding:.7rem;overflow-x:auto}`;

type Settings = Pick<
  Environment,
  'consoleEnabled' | 'dataDir' | 'graphiqlEnabled' | 'isEmbedded' | 'isProduction' | 'metricsPort'
>;

/**
 * What a newcomer needs after the start, in the words of the README: a key, the first call, and where things are.
 * @param url of this server itself, never what a caller's Host says
 */
export const frontPage = (url: string, settings: Settings): string =>
  page(
    'Entitlements service',
    `<style>${style}</style>`,
    `<main><h1>Entitlements service</h1><p>Pricing, packaging and entitlements: what may this customer do, now?</p>` +
      `<h2>A key</h2>${keys(settings)}` +
      `<h2>The first call</h2>${call(url, settings)}` +
      `<p>It answers the products of your environment, none at first. The README goes on from here: a catalog, a customer, ` +
      `a check, in five minutes.</p>` +
      `<h2>The demo</h2><p><code>npm run demo</code> tells the main job on a service of its own and checks every answer. ` +
      `On this one:</p>${command(`DEMO_URL=${url} DEMO_KEY=server-… npm run demo`)}` +
      `<h2>Where things are</h2><ul>${links(settings).map(link).join('')}</ul></main>`,
  );

const keysFile = (dataDir: string): string => `${dataDir}/keys.json`;

function keys({ isEmbedded, isProduction, dataDir }: Settings): string {
  if (!isEmbedded) {
    return (
      `<p>The first start on an empty database printed a server key and a publishable key, once: look at its output. ` +
      `Or it took the ones that <code>BOOTSTRAP_SERVER_KEY</code> and <code>BOOTSTRAP_PUBLISHABLE_KEY</code> gave. ` +
      `A server key makes further ones by <code>POST /api/v1/api-keys</code>.</p>`
    );
  }
  // Where a machine's folders lie is nobody's business in production.
  const file = isProduction ? 'keys.json in the folder of DATA_DIR' : keysFile(dataDir);
  const isGone = !isProduction && !existsSync(file);
  return (
    `<p>The first start wrote a server key and a publishable key into <code>${escaped(file)}</code>` +
    `${isGone ? ', which is not there any more: whoever moved them keeps them' : ''}.</p>`
  );
}

function call(url: string, { isEmbedded, isProduction, dataDir }: Settings): string {
  const file = keysFile(dataDir);
  if (isEmbedded && !isProduction && existsSync(file)) {
    return `<p>In the folder of the service, as it is:</p>${command(firstCallByFile(url, file))}`;
  }
  return `<p>With your server key, on this machine:</p>${command(`KEY=server-…\n${firstCall(url, '$KEY')}`)}`;
}

const command = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

type Link = readonly [href: string, name: string, about: string];

const links = ({ consoleEnabled, graphiqlEnabled, metricsPort }: Settings): Link[] => [
  ...(consoleEnabled
    ? ([['/console', 'Console', 'the catalog, customers and invoices, for people']] as const)
    : []),
  ['/docs', 'API reference', 'every REST operation, ready to try'],
  ...(graphiqlEnabled ? ([['/graphql', 'GraphiQL', 'the same use cases over GraphQL']] as const) : []),
  ['/openapi.json', 'openapi.json', 'the REST contract'],
  ['/schema.graphql', 'schema.graphql', 'the GraphQL contract, spoken by POST /graphql'],
  ['/health/ready', 'Health', 'is this process ready to serve?'],
  ...(metricsPort === undefined ? ([['/metrics', 'Metrics', 'in the words of Prometheus']] as const) : []),
];

const link = ([href, name, about]: Link): string => `<li><a href="${href}">${name}</a>: ${about}</li>`;
