import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Advice } from '../terminal';

/** The JSON of each line of a log that holds this text; lines that are cut tell nothing. @throws Advice where the file cannot be read */
export async function* toldLines<T>(file: string, text: string): AsyncGenerator<T> {
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const told = line.includes(text) ? parsed<T>(line) : undefined;
      if (told !== undefined) yield told;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Advice(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}

/** Named of many. */
const namedAtMost = 20;

/** Under a heading the first of many lines, and how many more there are. */
export function listing(heading: string, lines: readonly string[]): string {
  const named = lines.slice(0, namedAtMost).map((line) => `  ${line}`);
  const rest = lines.length > namedAtMost ? [`  and ${lines.length - namedAtMost} more`] : [];
  return [heading, ...named, ...rest].join('\n');
}
