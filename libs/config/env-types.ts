import * as z from 'zod';
import { isNetwork, type PrivateHosts } from '#libs/outbound/reachable-addresses';

/**
 * A variable's type: reads its text or refuses it with the requirement. The text itself never enters a message, since
 * a secret may have been put into the wrong variable.
 */
export const readAs = <T>(requirement: string, read: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: requirement });
    return z.NEVER;
  });

export const wholeNumber = (least: number, most: number) =>
  readAs(`must be a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  });

export const positiveNumber = (most: number) =>
  readAs(`must be a number above 0, at most ${most}, such as 0.5 or 2`, (text) => {
    const value = /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : NaN;
    return value > 0 && value <= most ? value : undefined;
  });

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
export const flag = () => readAs('must be true, false, 1 or 0', (text) => flags.get(text.toLowerCase()));

export const oneOf = <const T extends string>(...choices: readonly T[]) =>
  readAs(`must be one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text));

export const shortText = () =>
  readAs('must have 1 to 255 characters', (text) => (text.length <= 255 ? text : undefined));

/** What an address of these schemes must be, said to whoever gave another text; undefined where it is one. */
export const faultOfUrl = (text: string, ...schemes: readonly string[]): string | undefined =>
  schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text)
    ? undefined
    : requiredUrl(schemes);

const requiredUrl = (schemes: readonly string[]): string =>
  `must be an address starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}; ` +
  'special characters of a password are percent-encoded';

export const urlOf = (...schemes: readonly string[]) =>
  readAs(requiredUrl(schemes), (text) => (faultOfUrl(text, ...schemes) ? undefined : text));

const originOf = (text: string): string | undefined => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return [origin, `${origin}/`].includes(text.toLowerCase()) ? origin : undefined;
};

export const origin = () =>
  readAs('must be an origin such as https://api.example.com, without a path', originOf);

/** A proxy may serve us below a path; what a page's address is put after has no slash at its end. */
export const publicAddress = () =>
  readAs('must be an address such as https://billing.example.com, without a query', (text) => {
    if (!/^https?:\/\//i.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
    const { origin, pathname, username, password } = new URL(text);
    return username || password ? undefined : `${origin}${pathname}`.replace(/\/+$/, '');
  });

export const originList = () =>
  readAs('must be origins such as https://app.example.com, separated by commas; * is not taken', (text) => {
    const origins = text.split(',').map((part) => originOf(part.trim()));
    const known = origins.filter((origin) => origin !== undefined);
    return known.length === origins.length ? [...new Set(known)] : undefined;
  });

const hostName = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
/** What only digits and dots name is an address or nothing. */
const isHostName = (text: string): boolean => hostName.test(text) && !/^[\d.]+$/.test(text);

export const hostList = () =>
  readAs(
    'must be names, addresses or networks such as hooks.internal, 10.1.2.3 or 10.1.0.0/16, separated by commas',
    (text): PrivateHosts | undefined => {
      const hosts = text.split(',').map((part) => part.trim());
      const networks = hosts.filter(isNetwork);
      const names = hosts.filter((host) => !isNetwork(host));
      return names.every(isHostName) ? { names, networks } : undefined;
    },
  );

const connectionName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const postgresSchemes = ['postgres:', 'postgresql:'];

const asObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isPostgresUrl = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && postgresSchemes.includes(new URL(value).protocol);

/** Addresses of databases by the names under which callers choose them. */
export const connectionList = () =>
  readAs(
    'must be JSON of names and addresses such as {"warehouse": "postgres://user:password@host:5432/database"}; a name has 1 to 64 letters, digits, ".", "_" or "-"',
    (text): ReadonlyMap<string, string> | undefined => {
      const connections = new Map<string, string>();
      for (const [name, url] of Object.entries(asObject(text) ?? {})) {
        if (!connectionName.test(name) || !isPostgresUrl(url)) return undefined;
        connections.set(name, url);
      }
      return connections.size > 0 ? connections : undefined;
    },
  );
