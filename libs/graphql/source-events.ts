import type { MessageSource } from '#libs/use-cases/message-stream';

/**
 * What a field of a subscription answers: GraphQL wants something to iterate over, and our door takes the source out of it, because
 * each message has a place beside it and signs of life come between them.
 */
export class SourceEvents implements AsyncIterable<never> {
  constructor(
    readonly source: MessageSource,
    /** That tells each message. */
    readonly field: string,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<never> {
    throw new Error('Subscriptions are answered at their own address');
  }
}
