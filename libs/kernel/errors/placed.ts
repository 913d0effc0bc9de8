import { DomainError } from './domain-error';

/** One of several requests that are made together. */
export interface Placed<T> {
  asked: T;
  /** Where the caller sent it, such as `document.features[3]`; its refusals begin with it. */
  at?: string;
}

/** What is asked for, one by one; a refusal tells where. */
export async function eachPlaced<T, R>(
  requests: readonly Placed<T>[],
  answer: (asked: T) => R | Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  for (const { asked, at } of requests) {
    try {
      answers.push(await answer(asked));
    } catch (error) {
      if (at === undefined || !(error instanceof DomainError)) throw error;
      throw error.reworded(`${at}: ${error.message}`);
    }
  }
  return answers;
}
