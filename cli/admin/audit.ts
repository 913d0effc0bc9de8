import { isUid } from '#libs/kernel/ids';
import { grouped } from '#libs/kernel/grouped';
import { EnvironmentAdministrationService } from '#modules/platform/accounts';
import {
  ActivityHeads,
  ActivityProofs,
  type ProvedActivity,
  type ToldActivityHead,
} from '#modules/platform/activity';
import { Advice } from '../terminal';
import type { Installation } from './installation';
import { Misunderstood, type Noun, type Told } from './noun';
import { listing, toldLines } from './told-lines';

const comparedAtOnce = 1000;
/** Between two words of how far it is. */
const toldEveryMs = 5000;

/** Domain: access-and-events W8 */
export const audit: Noun = {
  verify: {
    takes: '[<id>]',
    about:
      'recomputes the chain of the activity log, of every environment or of the one of this id, and names the first entry that does not hold; npm run audit:verify is the same',
    read: ([id]) => {
      if (id !== undefined && !isUid(id)) throw new Misunderstood(`${id} is no id of an environment`);
      return (installation) => verify(installation, id);
    },
  },
  compare: {
    takes: '<file>',
    about:
      'compares the heads of activity logs that a log of the service tells, as JSON lines, with what stands at those places',
    read:
      ([file = '']) =>
      (installation) =>
        compare(file, installation),
  },
};

/** @throws Advice naming the first entry of each log that does not hold */
async function verify(installation: Installation, id: string | undefined): Promise<Told> {
  const environments = await installation.act(() =>
    installation.get(EnvironmentAdministrationService).listEvery(),
  );
  const asked = id === undefined ? environments : environments.filter((each) => each.id === id);
  if (id !== undefined && asked.length === 0) throw new Advice(`There is no environment ${id}`);
  const progress = new Progress((line) => installation.tell(line));
  const proven: (ProvedActivity & { environmentId: string })[] = [];
  for (const { id: environmentId } of asked) {
    const between = async (place: number): Promise<void> => progress.reached(environmentId, place);
    const proof = await installation.act(
      () => installation.get(ActivityProofs).prove(between),
      environmentId,
    );
    progress.passed(proof.rows);
    proven.push({ environmentId, ...proof });
  }
  const broken = proven.filter(({ holds }) => !holds);
  if (broken.length > 0) throw new Advice(accusation(broken));
  const rows = proven.reduce((sum, each) => sum + each.rows, 0);
  const told = `${counted(rows, 'entry', 'entries')} of ${counted(proven.length, 'environment', 'environments')}`;
  return { json: proven, text: `The activity log holds: ${told}, ${progress.speed(rows)}` };
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Says now and then how far a long proof is. */
class Progress {
  private readonly begun = performance.now();
  private toldAt = performance.now();
  private before = 0;

  constructor(private readonly tell: (line: string) => void) {}

  reached(environmentId: string, place: number): void {
    if (performance.now() - this.toldAt < toldEveryMs) return;
    this.toldAt = performance.now();
    this.tell(
      `environment ${environmentId}: at place ${place.toLocaleString('en')}, ${this.speed(this.before + place)}\n`,
    );
  }

  passed(rows: number): void {
    this.before += rows;
  }

  speed(rows: number): string {
    const seconds = (performance.now() - this.begun) / 1000;
    return `${Math.round(rows / seconds).toLocaleString('en')} rows/s`;
  }
}

const accusation = (broken: readonly (ProvedActivity & { environmentId: string })[]): string =>
  listing(
    `${counted(broken.length, 'activity log does', 'activity logs do')} not hold; the first place of each:`,
    broken.map(({ environmentId, firstFault }) => {
      const { seq, id, reason } = firstFault ?? { seq: 0, id: null, reason: '' };
      return `environment ${environmentId}, place ${seq}${id === null ? '' : `, entry ${id}`}: ${reason}`;
    }),
  );

interface ToldLine {
  environmentId: string;
  activityHead: ToldActivityHead;
}

/** @throws Advice naming the heads that are lost: then this is no success */
async function compare(file: string, installation: Installation): Promise<Told> {
  const lost: string[] = [];
  let compared = 0;
  let waiting: ToldLine[] = [];
  const flush = async (): Promise<void> => {
    for (const [environmentId, some] of grouped(waiting, (line) => line.environmentId)) {
      const heads = some.map(({ activityHead }) => activityHead);
      const found = await installation.act(() => installation.get(ActivityHeads).lost(heads), environmentId);
      lost.push(...found.map(({ seq }) => `environment ${environmentId}, place ${seq}`));
    }
    compared += waiting.length;
    waiting = [];
  };
  for await (const line of toldLines<ToldLine>(file, '"activityHead":')) {
    waiting.push(line);
    if (waiting.length >= comparedAtOnce) await flush();
  }
  await flush();
  if (lost.length > 0)
    throw new Advice(
      listing(`${lost.length} of ${compared} heads do not stand in their activity logs any more:`, lost),
    );
  if (compared === 0)
    throw new Advice(
      `${file} tells no heads of activity logs: they stand in the log at LOG_LEVEL=info, LOG_FORMAT=json`,
    );
  return {
    json: { compared },
    text: `All ${compared} heads stand in their activity logs, or were forgotten after 13 months`,
  };
}
