import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** One row of so many is wrong. */
const oneWrongIn = 20;
export const isWrong = (number: number): boolean => number % oneWrongIn === 7;
export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
export const goodOf = (count: number): number => numbersTo(count).filter((number) => !isWrong(number)).length;

async function write(file: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file);
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await finished(stream);
}

/** `c-0` and on, one on each line, the first line the first. */
export const writeCustomers = (file: string, count: number): Promise<void> =>
  write(
    file,
    (function* () {
      for (const number of numbersTo(count)) {
        const email = isWrong(number) ? 'nowhere' : `c-${number}@example.com`;
        yield JSON.stringify({
          id: `c-${number}`,
          email,
          name: `Customer ${number}`,
          metadata: { tier: 'gold' },
        });
      }
    })(),
  );

/** `s-0` and on, each of the next good customer, below a header; wrong ones name a plan that there is not. */
export const writeSubscriptions = (file: string, count: number): Promise<void> =>
  write(
    file,
    (function* () {
      yield 'id,customerId,planId,startDate,metadata.seat';
      let customer = 0;
      for (const number of numbersTo(count)) {
        while (isWrong(customer)) customer += 1;
        const plan = isWrong(number) ? 'nowhere' : 'pro';
        yield `s-${number},c-${customer},${plan},2026-01-31T00:00:00Z,${number}`;
        customer += 1;
      }
    })(),
  );

export interface RefusedLine {
  line: number;
  id: string;
  code: string;
  message: string;
}

export const refusedLines = (file: string): RefusedLine[] =>
  readFileSync(`${file}.refused.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RefusedLine);
