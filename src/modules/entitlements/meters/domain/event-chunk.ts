/** Events of some customers on one day. */
export interface EventChunk {
  from: Date;
  until: Date;
  /** Customers by their ids, past the first and up to the last one. */
  after: string;
  last: string;
}

/** As many of a chunk, about; a customer's day is never divided, for it is counted as a whole. */
export const chunkSize = 5000;
