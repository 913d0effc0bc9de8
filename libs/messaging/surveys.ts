import { Injectable } from '@nestjs/common';

type Informant<F, A> = (facts: F) => Promise<readonly A[]>;

/**
 * What upper modules know and a lower one tells its readers: the owner of a noun asks who stands on it, and knows none of those
 * who answer. Unlike a veto it refuses nothing.
 */
@Injectable()
export class Surveys {
  private readonly informants = new Map<string, Informant<never, unknown>[]>();

  register<F, A>(survey: Survey<F, A>, informant: Informant<F, A>): void {
    this.informants.set(survey.name, [...(this.informants.get(survey.name) ?? []), informant]);
  }

  /** The answers of all, in the order of their registration; equal texts once. */
  async ask<F, A>(survey: Survey<F, A>, facts: F): Promise<Set<A>> {
    const found = new Set<A>();
    for (const informant of this.informants.get(survey.name) ?? []) {
      for (const answer of await (informant as Informant<F, A>)(facts)) found.add(answer);
    }
    return found;
  }
}

/** A typed survey, exported by the module that asks it. The answers are keys unless it says otherwise. */
export class Survey<F, A = string> {
  declare readonly facts: F;
  declare readonly answers: A;
  constructor(readonly name: string) {}
}
