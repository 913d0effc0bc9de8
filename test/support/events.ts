import { EventAudience } from '#libs/messaging/event-audience';
import type { TestApp } from './app';
import type { TestEnvironment } from './environments';
import { withinUseCase } from './within';

export interface ToldEvent {
  type: string;
  entity_type: string;
  entity_id: string;
  actor: string;
  payload: Record<string, unknown>;
  /** Of its object; as text, as PostgreSQL tells it. */
  entity_version: string | null;
}

const told = 'type, entity_type, entity_id, actor, payload, entity_version';

/** From now on receivers of the environment want to hear of these, and of nothing else: types, `<noun>.*` or `*`. */
export const hear = (app: TestApp, place: TestEnvironment, ...patterns: string[]): Promise<void> =>
  withinUseCase(app, place, () => app.nest.get(EventAudience).change(async () => patterns));

/** What the outbox holds about one object, oldest first. Domain: access-and-events W7 */
export const eventsAbout = (app: TestApp, entityId: string): Promise<ToldEvent[]> =>
  app.dataSource.query(`select ${told} from outbox_event where entity_id = $1 order by uid`, [entityId]);

/** When each of them happened, by the clock of its environment. */
export const momentsOf = async (
  app: TestApp,
  { environmentId }: Pick<TestEnvironment, 'environmentId'>,
  entityId: string,
): Promise<[type: string, at: Date][]> => {
  const text =
    'select type, occurred_at from outbox_event where environment_id = $1 and entity_id = $2 order by uid';
  const rows = await app.dataSource.query<{ type: string; occurred_at: Date }[]>(text, [
    environmentId,
    entityId,
  ]);
  return rows.map(({ type, occurred_at: at }) => [type, at]);
};

/** What the outbox holds of one environment whose types begin so, oldest first. */
export const eventsLike = (app: TestApp, environmentId: string, beginning: string): Promise<ToldEvent[]> =>
  app.dataSource.query(
    `select ${told} from outbox_event
      where environment_id = $1 and starts_with(type, $2) order by uid`,
    [environmentId, beginning],
  );
