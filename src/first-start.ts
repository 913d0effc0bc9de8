import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { newKeySecret } from '#libs/credentials/key-secret';
import type { DatabaseUrls } from '#libs/persistence/embedded-roles';
import type { FirstEnvironment, FirstKeys } from '#modules/platform/accounts';
import { startOwnDatabase } from './own-database';
import { Advice } from './start-faults';

export interface OpenDatabase extends DatabaseUrls {
  /** @param graceMs then by force */
  close(graceMs: number): Promise<void>;
}

const restartDelayMs = 250;

/** The given database, or the embedded one; nothing else knows which. */
export async function openDatabase(environment: Environment, logger: Logger): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseMigrationUrl: ownerUrl = url } = environment;
  if (url && ownerUrl) return { url, ownerUrl, close: async () => undefined };
  const { server: embedded, ...urls } = await startOwnDatabase(environment.dataDir);
  let isClosing = false;
  const bringBack = async (): Promise<void> => {
    while (!isClosing) {
      logger.error('the embedded database died; starting it again');
      const isBack = await embedded.restart().then(
        () => true,
        (error: unknown) => logger.error({ err: error }, 'the embedded database did not start') as undefined,
      );
      if (isBack) return;
      await new Promise((resolve) => setTimeout(resolve, restartDelayMs));
    }
  };
  embedded.onExit(() => void bringBack());
  return {
    ...urls,
    close: (graceMs) => {
      isClosing = true;
      return embedded.stop(graceMs / 2);
    },
  };
}

const secretForm = /^[\w-]{43}$/;

/** The given peppers, or one made at first start and kept beside the embedded database. */
export const peppersOf = ({ apiKeyPeppers, dataDir }: Environment): readonly string[] =>
  apiKeyPeppers ?? [keptSecret(dataDir, 'pepper', 'no API key works without it')];

/** The given keys, or one made at first start and kept beside the embedded database; none elsewhere. */
export function sealingKeysOf({ sealingKeys, isEmbedded, dataDir }: Environment): readonly string[] {
  if (sealingKeys) return sealingKeys;
  if (!isEmbedded) return [];
  return [keptSecret(dataDir, 'sealing-key', 'no integration works without it')];
}

function keptSecret(dataDir: string, name: string, loss: string): string {
  const file = path.join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeOnce(file, randomBytes(32).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secretForm.test(secret)) return secret;
  // Another one would be taken without a word, and would void all that stands on it.
  throw new Advice(
    `${file} is not what the first start wrote, it has ${secret.length} characters of 43: restore it from a backup, ` +
      `for ${loss}; or set DATA_DIR to an empty folder and begin anew`,
  );
}

export const keysFile = ({ dataDir }: Environment): string => path.join(dataDir, 'keys.json');

/**
 * Runs the bootstrap. On the embedded default the keys are on disk before they are in the database, so a process killed in
 * between leaves no environment that nobody holds a key of. Elsewhere they are printed once.
 */
export async function bootstrapOnce(
  environment: Environment,
  run: (first: FirstEnvironment) => Promise<FirstKeys | undefined>,
): Promise<FirstKeys | undefined> {
  const { bootstrap } = environment;
  if (!environment.isEmbedded) return run(bootstrap);
  const file = keysFile(environment);
  const isNew = writeKeys(file, newKeys(bootstrap));
  const keys = await run({ ...bootstrap, ...readKeys(file, bootstrap) });
  // The database was in use already: these keys open nothing.
  if (!keys && isNew) rmSync(file);
  return keys;
}

type KeyPair = Pick<FirstKeys, 'serverKey' | 'publishableKey'>;

const newKeys = ({ serverKey, publishableKey }: FirstEnvironment): KeyPair => ({
  serverKey: serverKey ?? newKeySecret('server-'),
  publishableKey: publishableKey ?? newKeySecret('client-'),
});

function readKeys(file: string, bootstrap: FirstEnvironment): KeyPair {
  const kept = keysIn(readFileSync(file, 'utf8'));
  if (kept) return newKeys({ ...bootstrap, ...kept });
  throw new Advice(
    `${file} is cut or was changed, it is no JSON with serverKey and publishableKey: restore it from a backup, ` +
      'or delete it and start again (keys that you have noted elsewhere go on working)',
  );
}

function keysIn(text: string): KeyPair | undefined {
  try {
    const { serverKey, publishableKey } = JSON.parse(text) as Partial<KeyPair>;
    return typeof serverKey === 'string' && typeof publishableKey === 'string'
      ? { serverKey, publishableKey }
      : undefined;
  } catch {
    return undefined;
  }
}

const writeKeys = (file: string, keys: KeyPair): boolean =>
  writeOnce(file, `${JSON.stringify(keys, null, 2)}\n`);

/** Whole or not at all, over a power cut too, and by the first of several processes only. False when a file is there already. */
function writeOnce(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}
