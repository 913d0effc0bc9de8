import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '../support/service-memory';
import { Crossing } from './crossing';
import { Findings } from './findings';
import { GraphqlCourse } from './graphql-course';
import { Judge } from './judge';
import { RestCourse } from './rest-course';
import type { FuzzSettings } from './settings';
import { openStage, type Stage } from './stage';

/** Each in an environment of its own. */
const lanes = 4;
const stepsTold = 10;
/** reliability.md: so much may be held after the run that was not before. */
const mostGrowthMb = 50;
/** Until then caches fill, shapes are compiled and code gets warm; fewer requests say nothing about memory. */
const warmAfter = 20_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`;

/** @returns each defect that was found, with one curl that shows it */
export async function runFuzz(settings: FuzzSettings): Promise<string[]> {
  say(`fuzz: SEED=${settings.seed}, ${settings.rest} requests to REST, ${settings.graphql} to GraphQL`);
  const stage = await openStage(settings, lanes);
  try {
    for (const place of stage.places) place.refused.forEach((each) => say(`✗ story: ${each}`));
    return await new Run(settings, stage).whole();
  } finally {
    await stage.close();
  }
}

class Run {
  private readonly findings = new Findings(keeper(), say);
  private readonly rest: RestCourse;
  private readonly graphql: GraphqlCourse;
  private readonly startedAt = performance.now();
  private warm: Memory | undefined;

  constructor(
    private readonly settings: FuzzSettings,
    private readonly stage: Stage,
  ) {
    const foreign = { mark: stage.mark, uuids: stage.foreign?.uuids ?? new Set<string>() };
    const judge = new Judge(stage.sender, stage.watch, new Crossing(), foreign);
    this.rest = new RestCourse(stage, judge, this.findings, settings.only);
    this.graphql = new GraphqlCourse(stage, judge, this.findings, settings.only);
  }

  /** By steps of both doors: what one of them makes, the other one asks for. */
  async whole(): Promise<string[]> {
    const { rest, graphql } = this.settings;
    for (let step = 1; step <= stepsTold; step++) {
      await this.rest.run(shareOf(rest, step));
      await this.graphql.run(shareOf(graphql, step));
      await this.tellStep();
    }
    return this.conclude();
  }

  private async tellStep(): Promise<void> {
    const { requests } = this.findings;
    const memory = requests >= warmAfter ? await this.stage.memory() : undefined;
    this.warm ??= memory;
    const held = memory
      ? `, heap ${memory.heapMb.toFixed(0)} MB, resident ${memory.residentMb.toFixed(0)} MB`
      : '';
    say(`${requests} requests in ${seconds(this.startedAt)}${held}, ${this.findings.kinds} defects`);
  }

  private async conclude(): Promise<string[]> {
    const { findings, rest, graphql, settings, stage } = this;
    const asked = [
      ...(settings.rest > 0 ? rest.operations.map(({ id }) => id) : []),
      ...(settings.graphql > 0 ? graphql.roots.map(({ kind, field }) => `${kind} ${field.name}`) : []),
    ];
    const never = findings.neverDone(asked);
    if (settings.tellsAll) say(findings.table());
    say(`statuses: ${findings.statuses}`);
    say(`never done by any request (${never.length} of ${asked.length}): ${never.join(', ')}`);
    const defects = [...findings.defects, ...(await this.growth())];
    say(`${defects.length} kinds of defects`);
    [...new Set(stage.faults())].slice(0, 20).forEach(say);
    return defects;
  }

  private async growth(): Promise<string[]> {
    const after = this.warm && (await this.stage.memory());
    if (!this.warm || !after) return [];
    const grown = after.heapMb - this.warm.heapMb;
    say(
      `memory since ${warmAfter} requests: heap ${grown.toFixed(1)} MB, resident ${(after.residentMb - this.warm.residentMb).toFixed(1)} MB`,
    );
    return grown <= mostGrowthMb ? [] : [`✗ memory: the heap after gc grew by ${grown.toFixed(1)} MB`];
  }
}

/** What falls to a step, the rest of the division to the last ones. */
const shareOf = (count: number, step: number): number =>
  Math.floor((count * step) / stepsTold) - Math.floor((count * (step - 1)) / stepsTold);

/** Puts bodies away that are too long for a line. */
function keeper(): (payload: string | Buffer) => string {
  let folder: string | undefined;
  let kept = 0;
  return (payload) => {
    folder ??= mkdtempSync(join(tmpdir(), 'fuzz-'));
    const file = join(folder, `${++kept}.body`);
    writeFileSync(file, payload);
    return file;
  };
}
