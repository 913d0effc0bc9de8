import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfUrl } from '#libs/config/env-types';
import { Advice } from './terminal';

/** As the command or the shell names it. */
export interface NamedService {
  url?: string;
  key?: string;
}

/** Where a service that was started here listens and keeps its first keys. */
export interface OwnService {
  port: string;
  dataDirectory: string;
}

/** @throws Advice when nothing says which service, or with which key, or when what says it is no address */
export function addressedBy({ url, key }: NamedService, own: OwnService): { address: string; key: string } {
  const fault = url === undefined ? undefined : faultOfUrl(url, 'http', 'https');
  if (fault) throw new Advice(`The address of the service, ${url}, ${fault}`);
  const address = (url ?? `http://127.0.0.1:${own.port}`).replace(/\/+$/, '');
  if (key) return { address, key };
  const file = join(own.dataDirectory, 'keys.json');
  if (url || !existsSync(file)) {
    throw new Advice(`No key for ${address}: give --key or CATALOG_KEY, a server key of the environment`);
  }
  return { address, key: (JSON.parse(readFileSync(file, 'utf8')) as { serverKey: string }).serverKey };
}
