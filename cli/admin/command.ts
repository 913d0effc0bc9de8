import { DomainError } from '#libs/kernel/errors/domain-error';
import { Advice, type Terminal } from '../terminal';
import { readArguments, usage } from './arguments';
import { openInstallation } from './installation';
import { Misunderstood, type Told, type Work } from './noun';

export interface Surroundings {
  terminal: Terminal;
  variables: Readonly<Record<string, string | undefined>>;
  /** `openInstallation`, unless said; what it opens is closed. */
  open?: typeof openInstallation;
}

/** Of the process: done; refused; not understood. */
export type ExitCode = 0 | 1 | 2;

/** `npm run admin -- <noun> <verb> …`: what only who reaches the database may do. Domain: access-and-events A8 */
export async function runAdminCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { terminal } = surroundings;
  try {
    const command = readArguments(words);
    if (!command) terminal.write(usage);
    else {
      const { json, text } = await done(command.work, surroundings);
      terminal.write(`${command.wantsJson ? JSON.stringify(json, null, 2) : text}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Advice || error instanceof DomainError)) throw error;
    terminal.tell(`${error.message.trimEnd()}\n`);
    return error instanceof Misunderstood ? 2 : 1;
  }
}

async function done(
  work: Work,
  { terminal, variables, open = openInstallation }: Surroundings,
): Promise<Told> {
  const installation = await open(variables, terminal);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
