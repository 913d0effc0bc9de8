import { join } from 'node:path';
import type { Child } from '../child';
import { markdown, tenths, whole } from '../figures';

/** Bytes, after a collection. */
export interface Memory {
  rss: number;
  heapUsed: number;
}

/** How a service is started that can be asked for its memory. */
export const tellingMemory = { flags: ['--require', join(__dirname, 'memory-teller.js')], isAsked: true };

export const memoryOf = async (service: Child): Promise<Memory> => (await service.ask('memory')) as Memory;

export interface Growth {
  title: string;
  /** Asked between the two. */
  customers: number;
  before: Memory;
  after: Memory;
}

const columns = ['case', 'MB before', 'MB after', 'bytes per customer'];
const million = 1e6;

export function memoryTable({ title, customers, before, after }: Growth): string {
  const row = (name: string, part: keyof Memory): string[] => [
    `${title}, ${name}`,
    tenths(before[part] / million),
    tenths(after[part] / million),
    whole((after[part] - before[part]) / customers),
  ];
  return markdown([columns, row('heap', 'heapUsed'), row('RSS', 'rss')], [0]);
}
