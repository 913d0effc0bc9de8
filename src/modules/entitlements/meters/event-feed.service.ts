import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { earliest, latest } from '#libs/kernel/period';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Within } from '#libs/use-cases/use-case';
import { keptSince } from './domain/event-days';
import {
  allTime,
  eventIdOf,
  placeIn,
  spansFrom,
  type EventPlace,
  type EventSpan,
} from './domain/event-place';
import { EventFeedReader, type EventSearch, type KeptEvent, type MeantEvents } from './event-feed.reader';

/** Which events a feed tells. */
export interface EventFilter extends Omit<MeantEvents, 'meterUids'> {
  featureId?: string;
  span?: Partial<EventSpan>;
}

/** An event with the features that it fed: for its customer, and for the resource that it names. */
export interface ToldEvent extends KeptEvent {
  id: string;
  features: readonly string[];
  resourceFeatures: readonly string[];
}

/** What no index finds is searched for among so many events; then the page ends, and the next one goes on from there. */
const mostLooked = 20_000;
const firstLooked = 500;
/** By so much more is looked at next. */
const growth = 8;

interface Asked {
  span: EventSpan;
  meant: MeantEvents;
}

interface Searched {
  found: KeptEvent[];
  /** Where the search was given up. */
  gaveUpAt?: EventPlace;
}

/** Kept events, newest first by when they count. The cost of a page has a bound, whatever is asked for. Domain: entitlements-usage A21 */
@Injectable()
export class EventFeed {
  private readonly retentionDays: number;

  constructor(
    private readonly reader: EventFeedReader,
    private readonly clock: Clock,
    { eventsRetentionDays }: Environment,
  ) {
    this.retentionDays = eventsRetentionDays;
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  @Within()
  async page(request: PageRequest, filter: EventFilter): Promise<Page<ToldEvent>> {
    const { limit, direction, cursor } = request;
    const place = cursor === undefined ? undefined : await this.placeOf(cursor);
    const asked = await this.asked(filter);
    const isForward = direction === 'forward';
    const towards = isForward ? 'older' : 'newer';
    const { found, gaveUpAt } = await this.walk(towards, place, asked, limit + 1);
    const items = await this.told(found.slice(0, limit));
    const isCut = found.length > limit || gaveUpAt !== undefined;
    const count = () => this.reader.count(asked.span, mostLooked, asked.meant);
    const cursorAt = gaveUpAt && eventIdOf(gaveUpAt);
    if (!isForward) {
      const searchedTo = cursorAt === undefined ? undefined : ({ end: 'first', cursor: cursorAt } as const);
      // What the cursor names follows its page; nothing follows the end of the list.
      const hasMore = place !== undefined && items.length > 0;
      return { items: items.reverse(), hasMore, hasPrevious: isCut, searchedTo, count };
    }
    const searchedTo = cursorAt === undefined ? undefined : ({ end: 'last', cursor: cursorAt } as const);
    const hasPrevious = items.length > 0 && place !== undefined && (await this.isPreceded(place, asked));
    return { items, hasMore: isCut, hasPrevious, searchedTo, count };
  }

  /** Of an event that is there; of one that is too old to be kept as well, which nothing older follows. */
  private async placeOf(cursor: string): Promise<EventPlace> {
    const place = placeIn(cursor);
    const oldest = keptSince(this.clock.now(), this.retentionDays);
    if (!place || (place.at >= oldest && !(await this.reader.isThere(place))))
      throw badInput('The cursor names no object of this list');
    return place;
  }

  private async asked({ featureId, span, ...meant }: EventFilter): Promise<Asked> {
    const meterUids = featureId === undefined ? undefined : await this.reader.metersOf(featureId);
    const from = latest(allTime.from, span?.from ?? allTime.from);
    const until = earliest(allTime.until, span?.until ?? allTime.until);
    return { span: { from, until }, meant: { ...meant, meterUids } };
  }

  private async isPreceded(place: EventPlace, asked: Asked): Promise<boolean> {
    const { found, gaveUpAt } = await this.walk('since', place, asked, 1);
    return found.length > 0 || gaveUpAt !== undefined;
  }

  private async walk(
    towards: EventSearch['towards'],
    start: EventPlace | undefined,
    { span: within, meant }: Asked,
    needed: number,
  ): Promise<Searched> {
    const found: KeptEvent[] = [];
    const { resourceId, eventName, idempotencyKey, isMatched, meterUids } = meant;
    const isSearched = [resourceId, eventName, idempotencyKey, isMatched, meterUids].some(
      (each) => each !== undefined,
    );
    let place = start;
    let side = towards;
    let left = mostLooked;
    let step = firstLooked;
    for (const span of this.spansOf(towards, start, within)) {
      for (let isOver = false; !isOver;) {
        const limit = needed - found.length;
        const looks = isSearched ? Math.min(left, step) : limit;
        const searched = await this.reader.search({ towards: side, span, place, looks, limit }, meant);
        found.push(...searched.found);
        if (found.length >= needed) return { found };
        isOver = searched.looked < looks;
        left -= searched.looked;
        step *= growth;
        if (!searched.last) continue;
        place = searched.last;
        if (side === 'since') side = 'newer';
        if (left <= 0) return { found, gaveUpAt: place };
      }
    }
    return { found };
  }

  private spansOf(
    towards: EventSearch['towards'],
    start: EventPlace | undefined,
    within: EventSpan,
  ): EventSpan[] {
    if (towards !== 'older') return start ? spansFrom(start.at, 'newer', within) : [within];
    const newest = within.until < allTime.until ? within.until : this.clock.now();
    return spansFrom(start?.at ?? newest, 'older', within);
  }

  private async told(events: readonly KeptEvent[]): Promise<ToldEvent[]> {
    const uids = new Set(events.flatMap(({ fed, fedResource }) => [...fed, ...fedResource]));
    const features = await this.reader.featuresOf([...uids]);
    // Two meters of one feature count an event where a rebuild has counted it anew.
    const namesOf = (meters: readonly string[]): string[] =>
      [...new Set(meters.flatMap((uid) => features.get(uid) ?? []))].sort();
    return events.map((event) => ({
      ...event,
      id: eventIdOf(event),
      features: namesOf(event.fed),
      resourceFeatures: namesOf(event.fedResource),
    }));
  }
}
