import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { startEmbeddedPostgres } from '#libs/persistence/embedded';
import type { FirstKeys } from '#modules/identity';

export interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

const restartDelayMs = 250;

/** The given database, or the embedded one; nothing else knows which. */
export async function openDatabase(environment: Environment, logger: Logger): Promise<OpenDatabase> {
  if (environment.databaseUrl) return { url: environment.databaseUrl, close: async () => undefined };
  mkdirSync(environment.dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ directory: path.join(environment.dataDir, 'postgres') });
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
    url: embedded.url,
    close: () => {
      isClosing = true;
      return embedded.stop();
    },
  };
}

const secretFile = { mode: 0o600 } as const;

/** The given pepper, or one made at first start and kept beside the embedded database. */
export function pepperOf({ apiKeyPepper, dataDir }: Environment): string {
  if (apiKeyPepper) return apiKeyPepper;
  const file = path.join(dataDir, 'pepper');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { ...secretFile, flag: 'wx' });
    } catch (error) {
      // Another process was first: its pepper is the one.
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}

export const keysFile = ({ dataDir }: Environment): string => path.join(dataDir, 'keys.json');

/** Generated keys are written on the embedded default only; elsewhere they are printed once. */
export function keepKeys(environment: Environment, { serverKey, publishableKey }: FirstKeys): void {
  if (!environment.isEmbedded) return;
  const file = keysFile(environment);
  writeFileSync(file, `${JSON.stringify({ serverKey, publishableKey }, null, 2)}\n`, secretFile);
  chmodSync(file, secretFile.mode);
}
