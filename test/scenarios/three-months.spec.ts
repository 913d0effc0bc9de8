import { setTimeout as pause } from 'node:timers/promises';
import { newKeySecret } from '#libs/credentials/key-secret';
import { expectOk } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { clockPath, type ClockTold, type TaskTold } from '../support/environment-clock';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';
import {
  beginLives,
  daysOfMonths,
  differingLives,
  firstDay,
  inMoves,
  kindsOfLives,
  lastDay,
  sellForMonths,
  stillDue,
} from '../support/three-months';

// Domain: access-and-events

jest.setTimeout(3_600_000);

/** At the least some of each kind, so that several share a turn. */
const customers = scaled(5000, 4 * kindsOfLives);
/** Day by day, or some days at once. */
const moves = scaled(daysOfMonths, 12);
const lookMs = 10;
const variables = {
  BOOTSTRAP_SERVER_KEY: newKeySecret('server-'),
  BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX',
};

interface Move extends TaskTold {
  startedAt: string;
  finishedAt: string | null;
}

/** One environment, by a process and on a database of its own. */
class Course {
  private constructor(
    private readonly database: TestDatabase,
    private readonly service: ServiceProcess,
    private readonly path: string,
  ) {}

  static async on(database: TestDatabase): Promise<Course> {
    const service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...variables });
    const [environment] = await expectOk<{ id: string }[]>(service.api.rest('GET', '/environments'));
    return new Course(database, service, clockPath({ environmentId: environment?.id as string }));
  }

  get api() {
    return this.service.api;
  }

  get url(): string {
    return this.database.url;
  }

  /** @returns how far the task had come at each look */
  async move(now: string): Promise<Move[]> {
    const { taskId } = await expectOk<ClockTold>(this.api.rest('PUT', this.path, { now }));
    const looks: Move[] = [];
    while (taskId !== null && typeof looks.at(-1)?.finishedAt !== 'string') {
      // Each look counts what was done: the more that is, the rarer.
      await pause(lookMs * (looks.length + 1));
      looks.push(await expectOk<Move>(this.api.rest('GET', `/tasks/${taskId}`)));
    }
    return looks;
  }

  async end(): Promise<void> {
    await this.service.kill();
    await this.database.drop();
  }
}

describe(`three months of ${customers} customers`, () => {
  let seeded: TestDatabase;
  let atOnce: Course;
  let daily: Course;
  let looks: Move[];

  beforeAll(async () => {
    seeded = await createTestDatabase();
    const service = await ServiceProcess.start({ DATABASE_URL: seeded.url, ...variables });
    const [environment] = await expectOk<{ id: string }[]>(service.api.rest('GET', '/environments'));
    const path = clockPath({ environmentId: environment?.id as string });
    await expectOk(service.api.rest('PUT', path, { now: firstDay }));
    await sellForMonths(service.api);
    await beginLives(service.api, customers);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    atOnce = await Course.on(await seeded.copy());
    looks = await atOnce.move(lastDay);
  });
  afterAll(async () => {
    await Promise.all([atOnce?.end(), daily?.end()]);
    await seeded?.drop();
  });

  it('K3: the task of one move shows how far it has come, of all that is known by then', () => {
    const last = looks.at(-1) as Move;
    const { done } = last.progress;
    const ms = Date.parse(last.finishedAt as string) - Date.parse(last.startedAt);
    process.stdout.write(
      `three-months.spec: ${customers} customers, ${done} boundaries in ${ms} ms, ${Math.round((1000 * done) / ms)} a second\n`,
    );
    expect(last).toMatchObject({ state: 'COMPLETED', progress: { done, failed: 0, total: done } });
    // Each kind of customer has one at least, and most have several, which are found on the way.
    expect(done).toBeGreaterThan(1.5 * customers);
    const shown = looks.map(({ progress }) => progress);
    expect(shown.filter((progress) => progress.done > progress.total)).toEqual([]);
    expect(shown.map((progress) => progress.done)).toEqual(
      shown.map((progress) => progress.done).sort((a, b) => a - b),
    );
    // While it runs nobody is told that it is through.
    const between = shown.filter((progress) => progress.done > 0 && progress.done < done);
    expect(new Set(between.map((progress) => progress.done)).size).toBeGreaterThan(1);
    expect(between.filter(({ total }) => total > done)).toEqual([]);
  });

  it('K3, customers-subscriptions Z1, Z2: brings about the same as in many small moves, and leaves nothing undone', async () => {
    daily = await Course.on(await seeded.copy());
    let done = 0;
    for (const day of inMoves(moves)) {
      const task = (await daily.move(day)).at(-1);
      expect(task?.state ?? 'COMPLETED').toBe('COMPLETED');
      done += task?.progress.done ?? 0;
    }
    expect(done).toBe(looks.at(-1)?.progress.done);
    expect(await differingLives(atOnce, daily, customers)).toEqual([]);
    for (const { url } of [atOnce, daily]) expect(await rowsOf(url, stillDue)).toEqual([]);
  });
});
