import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, type ApiClient, type RestAnswer } from './client';
import { ledgerOf } from './credits';
import { moveClock, sandbox, setClock } from './environment-clock';
import type { TestEnvironment } from './environments';

/** Two who tell an environment what happens: its ledgers name them. */
export type Teller = 'server' | 'clerk';

/** What an environment was told, by names alone, so that another one can be told the same. */
export interface Fact {
  /** By the clock of its environment. */
  at: string;
  by: Teller;
  /** Of whom it tells. */
  customerId: string;
  method: 'POST' | 'PATCH';
  /** `{grant G07}` stands for the id of the grant of that name, `{subscription c-1 2}` for that of the second subscription of `c-1`. */
  path: string;
  body?: Json;
}

const usagePaths = ['/credits/consumption', '/credits/consumption/async', '/usage', '/events'];

/** What was used is told, not what somebody decides. */
export const isUsage = (path: string): boolean => usagePaths.includes(path);

const scopes = ['credits:write', 'events:write', 'subscriptions:write', 'usage:write'];
const reference = /\{(grant|subscription) ([^} ]+) ?(\d*)\}/;
const idsOf = {
  grant: `select id from credit_grant where environment_id = $1 and display_name = $2 order by uid`,
  subscription: `select id from subscription where environment_id = $1 and customer_id = $2 order by uid`,
};

/**
 * How time passes: at each move all that falls due on the way is carried out at its instant, or nobody carries out anything until somebody asks
 * about a customer, which whoever tells usage of it does first, for some of that is late, and whoever names a subscription, which time may have made.
 */
export type Passing = 'noted' | 'unnoted';

/** An environment of its own that learns facts, each at its instant, and has a clock for that. */
export class ToldEnvironment {
  private constructor(
    private readonly app: TestApp,
    readonly place: TestEnvironment,
    private readonly clients: Record<Teller, ApiClient>,
    private readonly passing: Passing,
    private at: string,
  ) {}

  static async begin(app: TestApp, at: string, passing: Passing = 'noted'): Promise<ToldEnvironment> {
    const place = await sandbox(app);
    await expectOk(setClock(place, at));
    // From there it runs on with that of the application, which stands.
    if (passing === 'unnoted') await expectOk(setClock(place, null));
    const key = await place.scopedKey(...scopes);
    const clients = { server: place.api, clerk: place.api.as({ key }) };
    return new ToldEnvironment(app, place, clients, passing, at);
  }

  get api(): ApiClient {
    return this.place.api;
  }

  /** In one move. */
  async moveTo(at: string): Promise<void> {
    if (at <= this.at) return;
    if (this.passing === 'noted') await moveClock(this.place, at);
    else this.app.clock.advance({ ms: Date.parse(at) - Date.parse(this.at) });
    this.at = at;
  }

  async tell({ at, by, customerId, method, path, body }: Fact): Promise<RestAnswer> {
    await this.moveTo(at);
    if (this.passing === 'unnoted' && isUsage(path)) await ledgerOf(this.api, customerId);
    if (this.passing === 'unnoted' && path.includes('{subscription'))
      await expectOk(this.api.rest('GET', `/subscriptions?customerId=${customerId}`));
    return this.clients[by].rest(method, await this.named(path), body);
  }

  ask<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.app.dataSource.query<R[]>(text, [this.place.environmentId, ...values]);
  }

  private async named(path: string): Promise<string> {
    const [all, kind, name, place] = reference.exec(path) ?? [];
    if (all === undefined) return path;
    const rows = await this.ask<{ id: string }>(idsOf[kind as keyof typeof idsOf], [name]);
    const id = rows[Number(place || 1) - 1]?.id;
    if (id === undefined) throw new Error(`There is no ${all}`);
    return path.replace(all, id);
  }
}
