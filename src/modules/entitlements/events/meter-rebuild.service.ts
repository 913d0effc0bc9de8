import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Journal } from '#libs/messaging/journal';
import { LongTask, type TaskKind, type TaskSubject } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { FeaturesService } from '#modules/catalog/features';
import {
  MetersService,
  Recounting,
  type CounterOf,
  type EventChunk,
  type MeterInForce,
  type RecountQuestion,
} from '#modules/entitlements/meters';
import { windowAt } from './domain/attribution';
import { EventAttribution } from './event-attribution.service';
import { MeterRebuild } from './meter-rebuild.views';

const kind = 'REBUILD_METER';

interface Payload {
  featureUid: string;
  featureId: string;
  meterUid: string;
}

/** A range of customers on a day; its key is where it ends. */
interface Subject extends TaskSubject {
  chunk: EventChunk;
}

/** Counts the history of a meter anew, from all events that are kept. Domain: entitlements-usage A14 */
@Injectable()
@LongTask(kind, { entityType: 'CUSTOMER' })
export class MeterRebuildService implements TaskKind<Payload, Subject> {
  constructor(
    private readonly features: FeaturesService,
    private readonly meters: MetersService,
    private readonly recounting: Recounting,
    private readonly attribution: EventAttribution,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly journal: Journal,
  ) {}

  /**
   * Whoever asks again while it goes on gets the same task.
   * @throws FeatureNotFound, InvalidArgumentError for a feature without a meter
   */
  @UseCase('rebuildMeter', {
    needs: 'features:write',
    answers: one(MeterRebuild),
    summary: 'Count the history of a meter anew, from the events that are kept.',
  })
  async start(featureId: string): Promise<MeterRebuild> {
    const feature = (await this.features.findAll([featureId])).get(featureId);
    const meter = feature && (await this.recounting.lockMeter(feature.uid));
    if (!meter)
      throw new DomainError(
        'InvalidArgumentError',
        `feature ${featureId} has no meter to rebuild; set one first`,
      );
    const task = { kind, entityType: 'FEATURE', entityId: featureId } as const;
    const running = await this.tasks.running(task);
    if (running) return { taskId: running };
    const { featureUid, uid: meterUid } = meter;
    const payload: Payload = { featureUid, featureId, meterUid };
    const taskId = await this.tasks.start({ ...task, payload, total: await this.recounting.chunks() });
    const about = {
      type: 'feature.meter_rebuild_started',
      entityType: 'FEATURE',
      entityId: featureId,
    } as const;
    this.journal.record({ ...about, before: null, after: { taskId } });
    return { taskId };
  }

  /** None once another meter has taken the place. */
  async next({ meterUid }: Payload, after: string | null, limit: number): Promise<Subject[]> {
    if (!(await this.meterOf(meterUid))) return [];
    const chunks = await this.recounting.next(after === null ? null : placeOf(after), limit);
    return chunks.map((chunk) => ({ key: keyOf(chunk), id: chunk.last, chunk }));
  }

  async process({ featureUid, meterUid }: Payload, { chunk }: Subject): Promise<object | undefined> {
    const meter = await this.meterOf(meterUid);
    if (!meter) return undefined;
    const { uid, definition } = meter;
    const events = await this.recounting.recount(chunk, { uid, featureUid, definition }, (questions) =>
      this.countersOf(meter, questions),
    );
    return { day: chunk.from, events };
  }

  private async meterOf(uid: string): Promise<MeterInForce | undefined> {
    return (await this.meters.inForce()).find((meter) => meter.uid === uid);
  }

  private async countersOf(meter: MeterInForce, questions: readonly RecountQuestion[]): Promise<CounterOf> {
    const asked = questions.map((question) => ({ ...question, meter }));
    const attributions = await this.attribution.of(asked, this.clock.now());
    return ({ customerId, resourceId, at }) => {
      const attribution = attributions.get({ customerId, resourceId, meter });
      return attribution === undefined || typeof attribution === 'string'
        ? undefined
        : { counter: attribution, window: windowAt(attribution, at) };
    };
  }
}

const dayLength = '2026-01-01'.length;
const keyOf = ({ from, last }: EventChunk): string => `${from.toISOString().slice(0, dayLength)} ${last}`;
const placeOf = (key: string) => ({
  day: new Date(key.slice(0, dayLength)),
  customerId: key.slice(dayLength + 1),
});
