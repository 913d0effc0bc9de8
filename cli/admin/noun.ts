import { Advice } from '../terminal';
import type { Installation } from './installation';

/** What a verb has done or found: for a program, and for a person. */
export interface Told {
  json: unknown;
  text: string;
}

/** What was typed, understood; done once the database is open. */
export type Work = (installation: Installation) => Promise<Told>;

export interface Verb {
  /** What stands behind it: `<id> <name>`. */
  takes: string;
  about: string;
  /** @throws Misunderstood for words that cannot be meant */
  read(words: readonly string[]): Work;
}

/** What `npm run admin` knows of one kind of object: a file each, listed in nouns.ts. */
export type Noun = Readonly<Record<string, Verb>>;

/** What was typed cannot be meant: nothing was looked at and nothing done. */
export class Misunderstood extends Advice {}

/** One of the words that can be meant. @param noun as a sentence calls it @throws Misunderstood for any other */
export function wordOf<W extends string>(noun: string, known: readonly W[], word: string): W {
  const found = known.find((each) => each === word);
  if (found) return found;
  const choice = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  throw new Misunderstood(`${word} is no ${noun}: write ${choice}`);
}
