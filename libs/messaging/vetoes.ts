import { Injectable } from '@nestjs/common';

type Judge<F> = (facts: F) => Promise<void>;

/**
 * Refusal by registration: the owner of a noun asks before it changes it, upper modules object, and the owner knows none of
 * them. A judge refuses by throwing its DomainError, inside the owner's transaction.
 */
@Injectable()
export class Vetoes {
  private readonly judges = new Map<string, Judge<never>[]>();

  register<F>(question: Question<F>, judge: Judge<F>): void {
    this.judges.set(question.name, [...(this.judges.get(question.name) ?? []), judge]);
  }

  async ask<F>(question: Question<F>, facts: F): Promise<void> {
    for (const judge of this.judges.get(question.name) ?? []) await (judge as Judge<F>)(facts);
  }
}

/** A typed question, exported by the module that asks it. */
export class Question<F> {
  declare readonly facts: F;
  constructor(readonly name: string) {}
}
