import { Counter, type Registry } from 'prom-client';
import { tellGauge } from './told-gauge';

/** What was asked about. */
export type AnswerSubject = 'entitlements' | 'balances' | 'budgets';

/** `poll`: from memory, after a poll for what other processes have changed. */
export type AnswerSource = 'memory' | 'poll' | 'tables';

interface HeldState {
  customers: number;
  bytes: number;
}

const words: Record<AnswerSubject, { counter: string; questions: string; gauge: string; customers: string }> =
  {
    entitlements: {
      counter: 'entitlement_answers_total',
      questions: 'Questions about entitlements',
      gauge: 'held_customers',
      customers: 'Customers whose checks are answered from memory.',
    },
    balances: {
      counter: 'balance_answers_total',
      questions: 'Questions about balances of credits',
      gauge: 'held_purses',
      customers: 'Customers whose balances are answered from memory.',
    },
    budgets: {
      counter: 'budget_answers_total',
      questions: 'Questions about budgets of entities',
      gauge: 'held_chains',
      customers: 'Customers whose budgets of entities are answered from memory.',
    },
  };

export const answerSubjects = Object.keys(words) as AnswerSubject[];

/** What is held of customers in memory, and what is answered from it. ADR-0054 */
export class MemoryMetrics {
  private readonly answers = new Map<AnswerSubject, Counter<'from'>>();

  constructor(private readonly registry: Registry) {
    for (const about of answerSubjects) {
      const { counter: name, questions } = words[about];
      const help = `${questions}: answered from memory as it was, from memory after a poll, or from the tables.`;
      const labelNames = ['from'] as const;
      this.answers.set(about, new Counter({ name, help, labelNames, registers: [registry] }));
    }
  }

  answered(about: AnswerSubject, from: AnswerSource): void {
    this.answers.get(about)?.inc({ from });
  }

  /** Read at each scrape. */
  setGauges(about: AnswerSubject, read: () => HeldState): void {
    const { gauge, customers } = words[about];
    tellGauge(this.registry, gauge, customers, () => read().customers);
    tellGauge(this.registry, `${gauge}_bytes`, 'Memory that they take, by estimate.', () => read().bytes);
  }
}
