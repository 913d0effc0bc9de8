import { existsSync } from 'node:fs';
import type { Environment } from '#libs/config/env';
import { firstCall, firstCallByFile } from '#libs/http/first-call';
import type { FirstKeys } from '#modules/platform/accounts';
import { keysFile } from './first-start';

/** What a person sees after the start: where it is, where the keys are, and a command that works when pasted. */
export function announce(environment: Environment, url: string, keys: FirstKeys | undefined): void {
  const lines = [
    '',
    `  Entitlements service is listening on ${url}`,
    `  API reference  ${url}/docs`,
    ...(environment.consoleEnabled ? [`  Console        ${url}/console`] : []),
    ...(environment.graphiqlEnabled ? [`  GraphiQL       ${url}/graphql`] : []),
    ...(environment.isEmbedded ? embedded(environment, url) : given(url, keys)),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function embedded(environment: Environment, url: string): string[] {
  const file = keysFile(environment);
  // Who moved the keys to a secret store deleted it, as SECURITY.md advises.
  if (!existsSync(file)) return callWithKey(url);
  return [`  Keys           ${file}`, '', `  ${firstCallByFile(url, file)}`];
}

function given(url: string, keys: FirstKeys | undefined): string[] {
  if (!keys) return callWithKey(url);
  return [
    '  First keys, shown this once:',
    `    server key       ${keys.serverKey}`,
    `    publishable key  ${keys.publishableKey}`,
    '',
    `  ${firstCall(url, keys.serverKey)}`,
  ];
}

const callWithKey = (url: string): string[] => ['', `  ${firstCall(url, '<your server key>')}`];
