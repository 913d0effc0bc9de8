import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { newKeySecret } from '#libs/credentials/key-secret';
import type { DatabaseUrls } from '#libs/persistence/embedded-roles';
import type { FirstEnvironment, FirstKeys } from '#modules/platform/accounts';
import { startOwnDatabase } from './own-database';
import { Advice } from './start-faults';
import { textIn, writeOnce } from './written-once';

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
  const text = textIn(file);
  if (text === undefined) throw new Advice(`${file} is a folder: remove it and start again`);
  const kept = keysIn(text);
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
