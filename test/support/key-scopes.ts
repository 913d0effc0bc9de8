import { KeyPepper } from '#libs/credentials/key-pepper';
import type { TestApp } from './app';

/** Gives a key other scopes, as only an operator can. Every process hears it, and asks the database again. */
export async function giveScopes(app: TestApp, secret: string, scopes: string[]): Promise<void> {
  const digest = app.nest.get(KeyPepper).digest(secret);
  const stored = [JSON.stringify(scopes), digest];
  await app.dataSource.query('update api_key set scopes = $1 where digest = $2', stored);
  await app.dataSource.query(`select pg_notify('api_key_revoked', $1)`, [digest]);
}
