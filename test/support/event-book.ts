import type { TestApp } from './app';
import type { Json } from './catalog';
import type { TestEnvironment } from './environments';
import { hear } from './events';

/** An event as its receivers are told of it. */
export interface BookedEvent {
  type: string;
  entityId: string;
  actor: string;
  version: number | null;
  data: Json;
}

const text = `select type, entity_id as "entityId", actor, entity_version::float8 as version, payload as data from outbox_event
   where environment_id = $1 and uid > $2 order by uid`;
const newest = `select uid from outbox_event where environment_id = $1 order by uid desc limit 1`;
const none = '00000000-0000-0000-0000-000000000000';

/** What an environment tells its receivers, who want to hear of everything. Domain: access-and-events W6, W10 */
export class EventBook {
  private constructor(
    private readonly app: TestApp,
    private readonly place: TestEnvironment,
  ) {}

  static async open(app: TestApp, place: TestEnvironment): Promise<EventBook> {
    await hear(app, place, '*');
    return new EventBook(app, place);
  }

  /** What is told of the nouns while the work is done, in the order in which it was recorded. Without nouns all of it. */
  async during(work: () => Promise<unknown>, ...nouns: string[]): Promise<BookedEvent[]> {
    const { environmentId } = this.place;
    const [last] = await this.app.dataSource.query<{ uid: string }[]>(newest, [environmentId]);
    await work();
    const told = await this.app.dataSource.query<BookedEvent[]>(text, [environmentId, last?.uid ?? none]);
    return told.filter(({ type }) => nouns.length === 0 || nouns.includes(type.split('.')[0] as string));
  }
}

/** Type and what it holds of each. */
export const contentsOf = (events: readonly BookedEvent[]): [type: string, data: Json][] =>
  events.map(({ type, data }) => [type, data]);
