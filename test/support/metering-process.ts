import { ChangeFeed } from '#libs/changes/change-feed';
import { Clock } from '#libs/kernel/clock';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { CountedUsage } from '../../src/modules/entitlements/metering/counted-usage.service';
import { CountersRepository } from '../../src/modules/entitlements/metering/counters.repository';
import { GroupCommit } from '../../src/modules/entitlements/metering/group-commit.service';
import { MeteringService } from '../../src/modules/entitlements/metering/metering.service';
import { PresentUsageReader } from '../../src/modules/entitlements/metering/present-usage.reader';
import type { TestApp } from './app';

/** What another process has of metering, with what it holds itself. */
export interface MeteringProcess {
  metering: MeteringService;
  counters: CountersRepository;
  metrics: Metrics;
}

export function meteringProcess({ nest }: TestApp): MeteringProcess {
  const [database, unitOfWork] = [nest.get(Database), nest.get(UnitOfWork)];
  const [metrics, clock] = [new Metrics(), nest.get(Clock)];
  const counters = new CountersRepository(database);
  const [counted, changes] = [new CountedUsage(), nest.get(ChangeFeed)];
  const groups = new GroupCommit(counters, unitOfWork, counted, changes, metrics, clock);
  const present = new PresentUsageReader(database);
  const metering = new MeteringService(unitOfWork, groups, counters, present, clock, metrics);
  return { counters, metrics, metering };
}
