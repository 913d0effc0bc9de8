import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { columnsOf } from './counters.repository';
import { find, summed, summedByTags, totalsOf } from './counters.statements';
import type { AnchoredRule, CounterKey } from './domain/counter';
import { never, readRule, type StoredRule } from './stored-rule.record';

/** Half-open; an `until` of null never comes. */
export interface UsageSpan {
  from: Date;
  until: Date | null;
}

/** What was reported within one span. */
export interface SpanSum {
  /** Place of the span among those that were asked for, from 0 on. */
  span: number;
  /** Values of the dimensions asked for, in their order: null where a report has none. */
  tags: (string | null)[];
  /** Exact text of a whole number. */
  total: string;
}

export interface AskedSpans {
  spans: readonly UsageSpan[];
  /** At most three keys of dimensions. */
  dimensions: readonly string[];
  /** Most sums that are read; more are left out. */
  most: number;
}

/** Part of what one counter counted. Half-open. */
export interface CountedSpan {
  key: CounterKey;
  from: Date;
  until: Date;
}

interface SumRow {
  place: number;
  tags: (string | null)[];
  total: string;
}

/** What one counter counted when, from its measurements. */
@Injectable()
export class UsageSpansReader {
  constructor(private readonly database: Database) {}

  /** The rules that the counter keeps totals for, the newest first; none where nothing was counted by windows. */
  async rulesOf(key: CounterKey): Promise<AnchoredRule[]> {
    const values = [currentEnvironmentId(), ...columnsOf([key])];
    const [counter] = await this.database.query<{ rules: StoredRule[] }>(find, values);
    const rules = (counter?.rules ?? []).map(readRule);
    // Those of bills reset nothing.
    return rules.filter(({ spentFrom }) => !spentFrom);
  }

  /** Of each span and combination of tags that has reports. */
  async sums(key: CounterKey, { spans, dimensions, most }: AskedSpans): Promise<SpanSum[]> {
    const counter = [currentEnvironmentId(), key.customerUid, key.resourceKey, key.featureUid];
    const ends = spans.map(({ until }) => until ?? never);
    const values = [...counter, spans.map(({ from }) => from), ends];
    const rows =
      dimensions.length > 0
        ? await this.database.query<SumRow>(summedByTags, [...values, dimensions, most])
        : await this.database.query<SumRow>(summed, values);
    return rows.map(({ place, tags, total }) => ({
      span: place - 1,
      tags: tags.slice(0, dimensions.length),
      total,
    }));
  }

  /**
   * Reported units in spans of many counters, in their order, in one statement. A SET counts at its instant by the difference that it
   * made when it came.
   */
  async within(spans: readonly CountedSpan[]): Promise<number[]> {
    const usage = spans.map(() => 0);
    if (spans.length === 0) return usage;
    const totals = await this.database.query<{ place: number; total: number }>(totalsOf, [
      currentEnvironmentId(),
      ...columnsOf(spans.map(({ key }) => key)),
      spans.map(({ from }) => from),
      spans.map(({ until }) => until),
      // What is kept of a window has what happened later in it.
      spans.map(() => false),
    ]);
    for (const { place, total } of totals) usage[place - 1] = total;
    return usage;
  }
}
