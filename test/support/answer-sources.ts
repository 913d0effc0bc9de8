import type { INestApplication } from '@nestjs/common';
import type { AnswerSource, AnswerSubject } from '#libs/telemetry/memory-metrics';
import { Metrics } from '#libs/telemetry/metrics';

export type AnswerCounts = Record<AnswerSource, number>;

const metricOf: Record<AnswerSubject, string> = {
  entitlements: 'entitlement_answers_total',
  balances: 'balance_answers_total',
  budgets: 'budget_answers_total',
};

/** How many questions about something a process has answered from where. */
export async function answerCounts(
  nest: INestApplication,
  about: AnswerSubject = 'entitlements',
): Promise<AnswerCounts> {
  const text = await nest.get(Metrics).render();
  const of = (from: AnswerSource): number =>
    Number(new RegExp(`^${metricOf[about]}\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { memory: of('memory'), poll: of('poll'), tables: of('tables') };
}

/** How many answers of each source the work has asked for. */
export async function sourcesOf(
  nest: INestApplication,
  work: () => Promise<unknown>,
  about?: AnswerSubject,
): Promise<AnswerCounts> {
  const before = await answerCounts(nest, about);
  await work();
  const after = await answerCounts(nest, about);
  const more = (from: AnswerSource): number => after[from] - before[from];
  return { memory: more('memory'), poll: more('poll'), tables: more('tables') };
}
