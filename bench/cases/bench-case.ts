import type { LoadRequest } from './requests';

export interface BenchCase {
  title: string;
  key: string;
  /** Each connection sends its share of them in turn, over and over. */
  requests: LoadRequest[];
  connections: number;
  /** Requests before the first that counts. */
  warmUp: number;
  /** What one request counts: told as a second rate where it is not 1. */
  elements: number;
  /** Of performance.md, in words: the bench asserts nothing. */
  bar: string;
  /** Title of the case that its cost is told as a multiple of, and that runs whenever it does. */
  against?: string;
}

/** Unless a case says otherwise. */
export const usually = { connections: 10, warmUp: 5000, elements: 1, bar: '–' };
