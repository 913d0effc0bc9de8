import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inApplication, runAdmin } from './admin-command';
import type { TestApp } from './app';

/** `npm run admin -- audit …` by an application. */
export class AuditCommand {
  constructor(private readonly app: Pick<TestApp, 'nest'>) {}

  /** @returns its exit code and what it says */
  readonly run = async (...words: string[]): Promise<[exit: number, said: string]> => {
    const { exit, out, told } = await runAdmin(['audit', ...words], {}, inApplication(this.app.nest));
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
