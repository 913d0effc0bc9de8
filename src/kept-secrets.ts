import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '#libs/config/env';
import type { DatabaseUrls } from '#libs/persistence/embedded-roles';
import { holdsAny } from '#libs/persistence/held-values';
import { onSession } from '#libs/persistence/one-session';
import { embeddedDirectory } from './own-database';
import { Advice } from './start-faults';
import { textIn, writeOnce } from './written-once';

/** What the database alone opens nothing without: given, or made at first start and kept beside the embedded database. */
export interface Secrets {
  readonly peppers: readonly string[];
  /** None where none are given and the database is not embedded. */
  readonly sealingKeys: readonly string[];
  /**
   * Writes those that were made now beside a database that was there already. To be awaited before anything is made with them.
   * @throws Advice where that database stands on one that is lost
   */
  keep(database: Pick<DatabaseUrls, 'ownerUrl'>): Promise<void>;
}

interface Kind {
  readonly file: 'pepper' | 'sealing-key';
  readonly loss: string;
  /** Of the database, that stand on it. */
  readonly columns: RegExp;
  readonly made: string;
  readonly variable: 'API_KEY_PEPPER' | 'SEALING_KEYS';
  /** Behind another one, where it is lost for good. */
  readonly remedy: string;
}

const pepper: Kind = {
  file: 'pepper',
  loss: 'no API key works without it',
  columns: /^api_key\.digest$/,
  made: 'API keys',
  variable: 'API_KEY_PEPPER',
  remedy: 'give each key a new one by npm run admin -- keys rotate <environment> <key> 0',
};

const sealingKey: Kind = {
  file: 'sealing-key',
  loss: 'no integration works without it',
  columns: /\.(.+_)?sealed_/,
  made: 'sealed credentials',
  variable: 'SEALING_KEYS',
  remedy:
    'send the credentials of integrations again, and make new secrets of webhooks and of customer tokens',
};

/** @throws Advice where a file is not what the first start wrote */
export function readSecrets({ apiKeyPeppers, sealingKeys, isEmbedded, dataDir }: Environment): Secrets {
  const kept = [
    ...(apiKeyPeppers ? [] : [keptSecret(dataDir, pepper)]),
    ...(sealingKeys || !isEmbedded ? [] : [keptSecret(dataDir, sealingKey)]),
  ];
  const of = (kind: Kind): string[] => kept.filter((each) => each.kind === kind).map(({ secret }) => secret);
  return {
    peppers: apiKeyPeppers ?? of(pepper),
    sealingKeys: sealingKeys ?? of(sealingKey),
    keep: async ({ ownerUrl }) => {
      for (const each of kept) if (!each.isWritten) await keep(each, ownerUrl);
    },
  };
}

interface KeptSecret {
  readonly kind: Kind;
  readonly file: string;
  readonly secret: string;
  readonly isWritten: boolean;
}

const secretForm = /^[\w-]{43}$/;

function keptSecret(dataDir: string, kind: Kind): KeptSecret {
  const file = path.join(dataDir, kind.file);
  mkdirSync(dataDir, { recursive: true });
  // Asked for first: another process makes its directory once it has written the file.
  const isInUse = existsSync(embeddedDirectory(dataDir));
  if (!existsSync(file)) {
    const secret = randomBytes(32).toString('base64url');
    // What the database holds decides, and is not known yet.
    if (isInUse) return { kind, file, secret, isWritten: false };
    writeOnce(file, secret);
  }
  const secret = textIn(file)?.trim();
  if (secret !== undefined && secretForm.test(secret)) return { kind, file, secret, isWritten: true };
  const is = secret === undefined ? 'it is a folder' : `it has ${secret.length} characters of 43`;
  // Another one would be taken without a word, and would void all that stands on it.
  throw new Advice(
    `${file} is not what the first start wrote, ${is}: restore it from a backup, ` +
      `for ${kind.loss}; or set DATA_DIR to an empty folder and begin anew`,
  );
}

/** Of a database that stands on it the one that is lost is asked for; where nothing stands on it, such as one of a release that knew none, this one does. */
async function keep({ kind, file, secret }: KeptSecret, ownerUrl: string): Promise<void> {
  const { loss, columns, made, variable, remedy } = kind;
  const isLost = await onSession({ connectionString: ownerUrl }, (session) => holdsAny(session, columns));
  if (isLost) {
    throw new Advice(
      `${file} is missing, and the database beside it holds ${made}: restore it from a backup, for ${loss}; ` +
        `or set ${variable} where they were made with that. ` +
        `If it is lost for good, set ${variable} to a new secret and ${remedy}`,
    );
  }
  if (!writeOnce(file, secret)) throw new Advice(`${file} was written by another process now: start again`);
}
