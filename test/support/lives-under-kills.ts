import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import { rowsOf } from './database';
import { clockPath, type ClockTold } from './environment-clock';
import { eventually } from './eventually';
import type { Gate, Place } from './gate';
import { untilAnswered } from './reporting';
import type { SeededRandom } from './seeded-random';
import { ServiceProcess } from './service-process';

/** In whose session somebody stands before the gate. */
const standing = `
  select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
   where l.locktype = 'advisory' and not l.granted and a.datname = current_database() and a.application_name like 'process-%'`;

/** Members that have heard of the last setting; who was killed before hears of none. */
const hearing =
  'select from engine_member where clock_version >= (select max(version) from environment_clock)';

/** Processes whose sessions are known by name, so that a kill meets the one that is at work. */
export class KilledFleet {
  readonly services: ServiceProcess[] = [];
  kills = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly variables: Record<string, string>,
    private readonly random: SeededRandom,
  ) {}

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) this.services.push(await this.launch(n));
  }

  /** By chance. */
  readonly api = (): ApiClient => this.random.pick(this.services).api;

  ask = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => untilAnswered(() => this.api().rest(method, path, body, headers));

  async told<T = Json>(path: string): Promise<T> {
    return expectOk<T>(this.ask('GET', path));
  }

  /** Each time somebody stands at a place, that process ends by SIGKILL, and another one takes its turn. */
  async strike(gate: Gate, places: readonly Place[], mostRows: number): Promise<void> {
    for (const place of places) {
      await gate.shut(place, this.random.whole(1, mostRows));
      await gate.met();
      const [found] = await rowsOf<{ name: string }>(this.databaseUrl, standing);
      const n = Number(found?.name.slice('process-'.length));
      await (this.services[n] as ServiceProcess).kill();
      await gate.open();
      this.kills += 1;
      this.services[n] = await this.launch(n);
    }
  }

  /** The clock of the environment: all processes go by it before somebody writes again. */
  async moveClock(environmentId: string, instant: string): Promise<void> {
    await expectOk(this.ask('PUT', clockPath({ environmentId }), { now: instant }));
    await eventually(async () => {
      const members = await rowsOf(this.databaseUrl, hearing);
      expect(members.length).toBeGreaterThanOrEqual(this.services.length);
    }, 180_000);
  }

  /** Until all that fell due on the way is carried out. */
  async rest(environmentId: string): Promise<void> {
    for (;;) {
      const { taskId } = await this.told<ClockTold>(clockPath({ environmentId }));
      if (taskId === null) return;
      await pause(50);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill()));
  }

  private launch(n: number): Promise<ServiceProcess> {
    const url = new URL(this.databaseUrl);
    url.searchParams.set('application_name', `process-${n}`);
    return ServiceProcess.start({ ...this.variables, DATABASE_URL: url.href });
  }
}
