import type { Environment } from '#libs/config/env';
import type { FirstKeys } from '#modules/identity';
import { keysFile } from './first-start';

/** What a person sees after the start: where it is, where the keys are, and a command that works when pasted. */
export function announce(environment: Environment, url: string, keys: FirstKeys | undefined): void {
  const lines = [
    '',
    `  Entitlements service is listening on ${url}`,
    `  API reference  ${url}/docs`,
    ...(environment.graphiqlEnabled ? [`  GraphiQL       ${url}/graphql`] : []),
    ...(environment.isEmbedded ? embedded(environment, url) : given(url, keys)),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function embedded(environment: Environment, url: string): string[] {
  const file = keysFile(environment);
  const read = `node -p 'JSON.parse(require("fs").readFileSync("${file}")).serverKey'`;
  return [`  Keys           ${file}`, '', `  curl -s -H "X-API-KEY: $(${read})" ${url}/api/v1/products`];
}

function given(url: string, keys: FirstKeys | undefined): string[] {
  if (!keys) return ['', `  curl -s -H "X-API-KEY: <your server key>" ${url}/api/v1/products`];
  return [
    '  First keys, shown this once:',
    `    server key       ${keys.serverKey}`,
    `    publishable key  ${keys.publishableKey}`,
    '',
    `  curl -s -H "X-API-KEY: ${keys.serverKey}" ${url}/api/v1/products`,
  ];
}
