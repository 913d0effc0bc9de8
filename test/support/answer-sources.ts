import type { INestApplication } from '@nestjs/common';
import { Metrics } from '#libs/telemetry/metrics';

export type AnswerCounts = Record<'memory' | 'poll' | 'tables', number>;

/** How many questions about entitlements a process has answered from where. */
export async function answerCounts(nest: INestApplication): Promise<AnswerCounts> {
  const text = await nest.get(Metrics).render();
  const of = (from: string): number =>
    Number(new RegExp(`^entitlement_answers_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { memory: of('memory'), poll: of('poll'), tables: of('tables') };
}
