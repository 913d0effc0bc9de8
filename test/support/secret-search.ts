import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { escapeIdentifier } from 'pg';
import { rowsOf } from './database';

/** The forms in which a secret may lie somewhere: as it is, in base64 wherever it begins there, in hex and as a part of an address. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const encoded = encodeURIComponent(secret);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // The first and the last letter hold bits of what stands beside it.
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('-', '+').replaceAll('_', '/')];
  });
  const inHex = bytes.toString('hex');
  const all = [secret, encoded, encoded.replace(/%../g, (byte) => byte.toLowerCase()), ...inBase64];
  return [...new Set([...all, inHex, inHex.toUpperCase()])];
}

/** A text and where it stood. */
export interface Found {
  place: string;
  text: string;
}

/** @returns as `webhook secret in integration.display_name`, each place once */
export function placesOf(secrets: Readonly<Record<string, string>>, texts: readonly Found[]): string[] {
  const places = Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret);
    return texts
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ place }) => `${name} in ${place}`);
  });
  return [...new Set(places)].sort();
}

const tables = `
  select table_schema as schema, table_name as name from information_schema.tables
   where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;

/** Every value of every row of every table, also of those that are not the product's own; bytes in hex and as letters. */
export async function everyValue(databaseUrl: string): Promise<Found[]> {
  const all = await rowsOf<{ schema: string; name: string }>(databaseUrl, tables);
  const found: Found[] = [];
  for (const { schema, name } of all) {
    const from = `select * from ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    for (const row of await rowsOf<Record<string, unknown>>(databaseUrl, from))
      for (const [column, value] of Object.entries(row))
        found.push({ place: `${name}.${column}`, text: textOf(value) });
  }
  return found;
}

const textOf = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `${value.toString('hex')} ${value.toString('latin1')}`;
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
};

/** From now on: the whole of each answer of the application, by what was asked for. */
export function heardFrom(nest: NestFastifyApplication): Found[] {
  const heard: Found[] = [];
  const door = nest.getHttpAdapter() as FastifyAdapter;
  const inject = door.inject.bind(door) as (request: unknown) => ReturnType<typeof nest.inject>;
  jest.spyOn(door, 'inject').mockImplementation(async (request: unknown) => {
    const answer = await inject(request);
    const { method = 'GET', url } = request as { method?: string; url: string };
    const place = `the answer to ${method} ${url.replace(/\?.*/, '')}`;
    heard.push({ place, text: `${JSON.stringify(answer.headers)} ${answer.rawPayload.toString('utf8')}` });
    return answer;
  });
  return heard;
}
