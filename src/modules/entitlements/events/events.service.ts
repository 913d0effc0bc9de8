import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { nothing, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AttributionKeys, namedBy } from '#modules/entitlements/governance';
import { EventCounting, EventFeed, MetersService, type FedEvent } from '#modules/entitlements/meters';
import { ByQuestion, EventAttribution, type FeedQuestion } from './event-attribution.service';
import { fedEvent, matchedEvent, type MatchedEvent } from './domain/matched-event';
import { filterOf } from './domain/event-query';
import { EventsInFlight } from './events-in-flight.service';
import type { IngestEventsBody, ListEventsQuery, RawEventInput } from './events.inputs';
import { KeptEvent } from './events.views';

@Injectable()
export class EventsService {
  constructor(
    private readonly meters: MetersService,
    private readonly attribution: EventAttribution,
    private readonly counting: EventCounting,
    private readonly feed: EventFeed,
    private readonly inFlight: EventsInFlight,
    private readonly keys: AttributionKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Each is kept and counted once, however often it is told, and the next check sees it. Nothing about customers, features or instants
   * refuses one: what feeds nothing is kept, and the feed says why. Domain: entitlements-usage A9–A12, A20
   * @throws BadUserInput, RateLimitExceeded; Overloaded where too many wait
   */
  @UseCase('ingestEvents', {
    needs: 'events:write',
    commits: 'grouped',
    answers: nothing,
    summary: 'Tell 1 to 1,000 raw events.',
  })
  ingest({ events }: IngestEventsBody): Promise<null> {
    return this.inFlight.during(events.length, () => this.store(events));
  }

  /** Domain: entitlements-usage A21; access-and-events L1–L3 */
  @UseCase('listEvents', {
    needs: 'eventQueue:read',
    answers: page(KeptEvent),
    summary:
      'List the raw events that were kept, newest first, with what each fed or why it fed nothing. An addition.',
  })
  async list(query: ListEventsQuery): Promise<Page<KeptEvent>> {
    return mapPage(await this.feed.page(pageRequestOf(query), filterOf(query)), KeptEvent.from);
  }

  private async store(events: readonly RawEventInput[]): Promise<null> {
    await this.counting.store(await this.attributed(events));
    return null;
  }

  /** Apart from the write: while that lasts, nothing of what was only asked is held. */
  private async attributed(events: readonly RawEventInput[]): Promise<FedEvent[]> {
    const now = this.clock.now();
    const meters = await this.meters.inForce();
    const matched = events.map((input) => matchedEvent(input, now, meters));
    const keys = await this.keys.inForce();
    const attributions = await this.attribution.of(questionsOf(matched), now);
    return matched.map((each) =>
      fedEvent(each, (question) => attributions.get(question), namedBy(each.event.dimensions, keys)),
    );
  }
}

/** Each once. */
function questionsOf(matched: readonly MatchedEvent[]): FeedQuestion[] {
  const questions = new ByQuestion<FeedQuestion>();
  for (const { event, at, meters } of matched) {
    const { customerId, resourceId } = event;
    for (const { meter } of meters) {
      const question = { customerId, resourceId, meter, at };
      if (!questions.get(question)) questions.set(question, question);
    }
  }
  return questions.all;
}
