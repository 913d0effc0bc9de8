import { rmSync, statSync } from 'node:fs';
import { addressedBy, type OwnService } from '../addressed-service';
import { Advice, type Terminal } from '../terminal';
import { readArguments, usage, type ImportCommand } from './arguments';
import { mostRows } from './batches';
import { ImportRun } from './import-run';
import { ImportService } from './import-service';
import { digestOf, newState, stateFileOf, storedState, type ImportState } from './import-state';
import { refusedFileOf } from './refused-rows';

export interface Surroundings extends OwnService {
  terminal: Terminal;
  variables: Readonly<Record<string, string | undefined>>;
  /** As many as the service takes, where nothing is said. */
  rowsAtOnce?: number;
}

/** Of the process: all rows are in; it could not be done; some rows were refused. */
export type ExitCode = 0 | 1 | 2;

/** `npm run import -- customers|subscriptions <file>`. */
export async function runImportCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { terminal, variables } = surroundings;
  try {
    const command = readArguments(words, variables);
    if (command) return await importFile(command, surroundings);
    terminal.write(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    terminal.tell(`${error.message}\n`);
    return 1;
  }
}

async function importFile(command: ImportCommand, surroundings: Surroundings): Promise<ExitCode> {
  const { terminal, rowsAtOnce = mostRows } = surroundings;
  const { file, kind, map, integrationId } = command;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Advice(`${file} is no file`);
  const { address, key } = addressedBy(command.service, surroundings);
  // Another environment is another import.
  const digest = await digestOf(file, { kind, map: [...map], integrationId, address, key });
  const state = beginning(command, digest);
  if (state.isDone) terminal.write(`${file} was imported already; --again sends it again\n`);
  else {
    if (state.rows > 0) terminal.tell(`goes on after ${state.rows} rows\n`);
    await new ImportRun(command, new ImportService(address, key), state, terminal, rowsAtOnce).toEnd();
  }
  return told(file, state, terminal);
}

/** Where an earlier run of the same file ended, or at its beginning. */
function beginning({ file, isAgain }: ImportCommand, digest: string): ImportState {
  const stored = storedState(file, digest);
  if (stored && !(isAgain && stored.isDone)) return stored;
  rmSync(refusedFileOf(file), { force: true });
  rmSync(stateFileOf(file), { force: true });
  return newState(digest);
}

function told(file: string, { rows, counts }: ImportState, terminal: Terminal): ExitCode {
  const { refused = 0, ...done } = counts;
  const parts = Object.entries(done).map(([name, count]) => `, ${count} ${name}`);
  terminal.write(`${rows} rows${parts.join('')}, ${refused} refused\n`);
  if (refused === 0) return 0;
  terminal.write(`${refusedFileOf(file)} tells which, and why\n`);
  return 2;
}
