import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from './admin-command';
import type { TestApp } from './app';
import { testPepper } from './secrets';

/** `npm run admin -- audit …` on the database of an application. */
export class AuditCommand {
  constructor(private readonly app: Pick<TestApp, 'serviceUrl'>) {}

  /** @returns its exit code and what it says */
  readonly run = async (...words: string[]): Promise<[exit: number, said: string]> => {
    const variables = { DATABASE_URL: this.app.serviceUrl, API_KEY_PEPPER: testPepper };
    const { exit, out, told } = await runAdmin(['audit', ...words], variables);
    return [exit, out + told];
  };

  /** @param log lines of the service, as a file has them */
  readonly compare = async (log: string): Promise<[exit: number, said: string]> => {
    const folder = mkdtempSync(join(tmpdir(), 'activity-chain-'));
    const file = join(folder, 'log');
    writeFileSync(file, log);
    const outcome = await this.run('compare', file);
    rmSync(folder, { recursive: true });
    return outcome;
  };
}
