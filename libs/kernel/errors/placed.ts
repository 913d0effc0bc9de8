import { Turn } from '../turns';
import { DomainError } from './domain-error';

/** One of several requests that are made together. */
export interface Placed<T> {
  asked: T;
  /** Where the caller sent it, such as `document.features[3]`; its refusals begin with it. */
  at?: string;
}

/** The elements of one list of the request. */
export const placedIn = <T>(list: string, elements: readonly T[]): Placed<T>[] =>
  elements.map((asked, index) => ({ asked, at: `${list}[${index}]` }));

/** What is asked for, one by one and in turns; a refusal tells where. */
export async function eachPlaced<T, R>(
  requests: readonly Placed<T>[],
  answer: (asked: T) => R | Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const turn = new Turn();
  for (const { asked, at } of requests) {
    try {
      const given = answer(asked);
      answers.push(given instanceof Promise ? await given : given);
      if (turn.isOver) await turn.pause();
    } catch (error) {
      if (at === undefined || !(error instanceof DomainError)) throw error;
      throw error.reworded(`${at}: ${error.message}`);
    }
  }
  return answers;
}
