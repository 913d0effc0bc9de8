import type { Held } from '#libs/changes/held-customers';
import { BudgetInForce, type CountedWindow, type ReadBudget } from './budget-in-force.record';
import type { ChainNode, Chains } from './domain/governance-chain';

// About what objects, their strings and their places in maps take: measured, 7 kB for a customer of whom one agent below two others was asked
// about, and 2.2 kB for each further agent.
const customerBytes = 1500;
const questionBytes = 600;
const budgetBytes = 1600;
/** Of one customer; with more, those that are asked about again are read again. */
const mostQuestions = 10_000;

/** Budgets by their keys, from what is named to its root. */
type HeldChain = readonly string[];

/**
 * What was asked about the budgets of one customer, in memory: which of them answer, and what each holds in its windows. What is counted changes
 * what they hold; whatever else changes makes all of it out of date. ADR-0136
 */
export class ChainsOfCustomer implements Held {
  private readonly questions = new Map<string, readonly HeldChain[]>();
  private readonly budgets = new Map<string, BudgetInForce>();

  constructor(
    readonly id: string,
    readonly uid: string,
  ) {}

  get bytes(): number {
    return customerBytes + questionBytes * this.questions.size + budgetBytes * this.budgets.size;
  }

  /** Undefined where it is not known. */
  find(question: string, at: Date): Chains | undefined {
    const held = this.questions.get(question);
    if (!held) return undefined;
    const chains: Chains = [];
    for (const chain of held) {
      const nodes = this.nodesOf(chain, at);
      if (!nodes) return undefined;
      chains.push(nodes);
    }
    return chains;
  }

  /** @param at of the reading */
  learn(question: string, chains: readonly (readonly ReadBudget[])[], at: Date): void {
    if (this.questions.size >= mostQuestions) this.forget();
    for (const budget of chains.flat()) this.budgets.set(budget.uid, new BudgetInForce(budget, at));
    this.questions.set(
      question,
      chains.map((chain) => chain.map(({ uid }) => uid)),
    );
  }

  /** @param windows of one budget, from one write @returns whether all is known of it */
  count(uid: string, windows: readonly CountedWindow[]): boolean {
    return this.budgets.get(uid)?.count(windows) ?? true;
  }

  private nodesOf(chain: HeldChain, at: Date): ChainNode[] | undefined {
    const nodes: ChainNode[] = [];
    for (const uid of chain) {
      const node = this.budgets.get(uid)?.nodeAt(at);
      if (!node) return undefined;
      nodes.push(node);
    }
    return nodes;
  }

  private forget(): void {
    this.questions.clear();
    this.budgets.clear();
  }
}
