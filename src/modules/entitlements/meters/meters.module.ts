import { Module } from '@nestjs/common';
import { CountedEvents } from './counted-events.service';
import { CountedEventsReader } from './counted-events.reader';
import { EventCounting } from './event-counting.service';
import { EventCountingRepository } from './event-counting.repository';
import { EventAttributions } from './event-attributions.service';
import { EventDays } from './event-days.service';
import { EventDaysRepository } from './event-days.repository';
import { EventFeed } from './event-feed.service';
import { EventFeedReader } from './event-feed.reader';
import { EventPayments } from './event-payments.service';
import { HeldMeters } from './held-meters.cache';
import { MeterFoldsReader } from './meter-folds.reader';
import { MeterHistoryReader } from './meter-history.reader';
import { MeteredPeriodsReader } from './metered-periods.reader';
import { MetersReader } from './meters.reader';
import { MetersService } from './meters.service';
import { RecountReader } from './recount.reader';
import { RecountRepository } from './recount.repository';
import { Recounting } from './recounting.service';
import { PresentEventsReader } from './present-events.reader';
import { ReachedMeters } from './reached-meters.service';
import { SpentEvents } from './spent-events.service';
import { MeteringModule } from '#modules/entitlements/metering';

@Module({
  imports: [MeteringModule],
  providers: [
    CountedEvents,
    CountedEventsReader,
    EventCounting,
    EventCountingRepository,
    EventAttributions,
    EventDays,
    EventDaysRepository,
    EventFeed,
    EventFeedReader,
    EventPayments,
    HeldMeters,
    MeterFoldsReader,
    MeterHistoryReader,
    MeteredPeriodsReader,
    MetersReader,
    MetersService,
    PresentEventsReader,
    ReachedMeters,
    RecountReader,
    RecountRepository,
    Recounting,
    SpentEvents,
  ],
  exports: [CountedEvents, EventCounting, EventFeed, MetersService, Recounting],
})
export class MetersModule {}
