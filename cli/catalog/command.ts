import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readArguments, type CatalogCommand } from './arguments';
import { awaitedRadius, summaryOf, toldRadius, type RadiusSummary } from './blast-radius';
import {
  serviceAt,
  type CatalogService,
  type Findings,
  type Planned,
  type ReleaseOptions,
} from './catalog-service';
import type { OwnService } from '../addressed-service';
import { Advice, whileTelling, type Terminal } from '../terminal';
import { toldChanges } from './told-changes';

export interface Surroundings extends OwnService {
  terminal: Terminal;
  variables: Readonly<Record<string, string | undefined>>;
}

/** Of the process: done; refused or not understood; where that was asked, a plan with changes, or with customers below usage. */
export type ExitCode = 0 | 1 | 2 | 3;

/** `npm run catalog -- export|plan|apply`. */
export async function runCatalogCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { terminal, variables } = surroundings;
  try {
    const command = readArguments(words, variables);
    const service = serviceAt(command.service, surroundings);
    if (command.verb === 'export') return await exportTo(command, service, terminal);
    const document = await documentOf(command, surroundings);
    return await (command.verb === 'plan' ? plan : apply)(command, service, document, terminal);
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    terminal.tell(`${error.message}\n`);
    return 1;
  }
}

async function exportTo(
  { format, out }: CatalogCommand,
  service: CatalogService,
  terminal: Terminal,
): Promise<ExitCode> {
  const text = await whileTelling('reading the catalog', terminal, () => service.exportText(format));
  if (out === undefined) terminal.write(text);
  else writeFileSync(out, text);
  return 0;
}

async function documentOf({ file, from }: CatalogCommand, surroundings: Surroundings): Promise<unknown> {
  if (from) {
    return whileTelling('reading the other catalog', surroundings.terminal, () =>
      serviceAt(from, surroundings).exportDocument(),
    );
  }
  if (!file || !existsSync(file)) throw new Advice(`${file} is no file`);
  try {
    // JSON is YAML too.
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Advice(`${file}: ${(error as Error).message}`);
  }
}

const optionsOf = ({ isForAllCustomers, isPruning: prune }: CatalogCommand): ReleaseOptions => ({
  migrationType: isForAllCustomers ? 'ALL_CUSTOMERS' : 'NEW_CUSTOMERS',
  prune,
});

async function plan(
  command: CatalogCommand,
  service: CatalogService,
  document: unknown,
  terminal: Terminal,
): Promise<ExitCode> {
  const { changes, hash, radius } = await planAndTell(command, service, document, terminal);
  terminal.write(`hash ${hash}\n`);
  if (!command.tellsByExitCode) return 0;
  if (radius && radius.customersBelowUsage > 0) return 3;
  return changes.length > 0 ? 2 : 0;
}

/** @throws Advice with a refusal, or when the radius could not be found */
async function planAndTell(
  command: CatalogCommand,
  service: CatalogService,
  document: unknown,
  terminal: Terminal,
): Promise<Planned & { radius: RadiusSummary | undefined }> {
  const planned = await whileTelling('planning', terminal, () =>
    service.plan(document, optionsOf(command), command.wantsRadius),
  );
  terminal.write(`${toldChanges(planned.changes, terminal.isTerminal)}\n`);
  const { blastRadius } = planned;
  if (!blastRadius) return { ...planned, radius: undefined };
  const radius = blastRadius.taskId
    ? await awaitedRadius(service, planned.hash, blastRadius.taskId, terminal)
    : summaryOf([blastRadius as Findings]);
  // Nobody is told about customers who were not asked about: most plans are for new ones.
  if (blastRadius.emptyBecause !== 'NEW_CUSTOMERS')
    terminal.write(`${toldRadius(radius, terminal.isTerminal)}\n`);
  return { ...planned, radius };
}

async function apply(
  command: CatalogCommand,
  service: CatalogService,
  document: unknown,
  terminal: Terminal,
): Promise<ExitCode> {
  const options = optionsOf(command);
  const hash = command.hash ?? (await confirmedHash(command, service, document, terminal));
  if (hash === undefined) return 0;
  const applied = await whileTelling('applying', terminal, () => service.apply(hash, document, options));
  if (command.hash !== undefined) terminal.write(`${toldChanges(applied.changes, terminal.isTerminal)}\n`);
  for (const id of applied.taskIds) terminal.write(`task ${id} moves running subscriptions\n`);
  terminal.write(`${applied.changes.length} objects changed\n`);
  return 0;
}

/** Of a plan that somebody has seen and wants; undefined when there is nothing to do. @throws Advice when nobody wants it */
async function confirmedHash(
  command: CatalogCommand,
  service: CatalogService,
  document: unknown,
  terminal: Terminal,
): Promise<string | undefined> {
  const wantsRadius = command.wantsRadius && !command.isConfirmed;
  const planned = await planAndTell({ ...command, wantsRadius }, service, document, terminal);
  if (planned.changes.length === 0) return undefined;
  if (command.isConfirmed) return planned.hash;
  if (!terminal.ask)
    throw new Advice('Nobody can be asked here: give --yes, or --hash of a plan that somebody has read');
  const answer = await terminal.ask('Apply this? Only yes is a yes: ');
  if (answer.trim() === 'yes') return planned.hash;
  throw new Advice('Nothing was changed');
}
