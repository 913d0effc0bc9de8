import { badInput } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import { JsonText, notJson } from './json-text';

/** From here on a text is parsed in turns. The worst of this length takes some thirty milliseconds at once. */
export const largeText = 256 * 1024;
/** Characters that are parsed at once: the worst of them take some ten milliseconds. */
const pieceLength = 64 * 1024;
// Nothing that the interface takes has a hundred, and an object of a million blocks the loop whenever it grows.
const mostMembers = 10_000;
/** Characters between two looks at the clock, one of which costs as much as a small member. */
const lookEvery = 4096;

/** @throws what the caller is told of text that is not valid JSON */
export type ParsePiece = (text: string) => unknown;

type Members = Record<string, unknown>;

/**
 * Reads as `JSON.parse` does, but a large text piece by piece, so that others are served meanwhile. Only lists and objects that
 * are longer than a piece are walked through here, and their shorter members are parsed many at a time.
 * @throws BadUserInput, for a text that is too deep or holds too much before anything is built of that
 */
export async function parseLargeJson(text: string, parse: ParsePiece): Promise<unknown> {
  const source = new JsonText(text);
  source.skipBlanks();
  if (source.endOfValue(1, pieceLength) !== undefined) return parse(text);
  const whole = await new LargeJson(source, parse).container(1);
  source.skipBlanks();
  if (source.next !== '') throw notJson();
  return whole;
}

class LargeJson {
  private readonly turn = new Turn();

  constructor(
    private readonly source: JsonText,
    private readonly parse: ParsePiece,
  ) {}

  /** The list or object that begins here and is longer than a piece. */
  async container(depth: number): Promise<unknown> {
    const { source } = this;
    const isList = source.next === '[';
    const whole = isList ? new LongList(this.parse) : new LongObject(this.parse);
    let looked = source.at;
    // What stands between `from` and here was not taken yet.
    for (let from = ++source.at; ; source.at++) {
      const begin = source.at;
      if (!isList) source.skipName();
      source.skipBlanks();
      const end = source.endOfValue(depth + 1, pieceLength);
      if (end === undefined) {
        if (begin > from) whole.take(source.text.slice(from, begin - 1), false);
        const put = whole.reserve(source.text.slice(begin, source.at));
        put(await this.container(depth + 1));
      } else source.at = end;
      source.skipBlanks();
      const isLast = source.next === (isList ? ']' : '}');
      if (!isLast && source.next !== ',') throw notJson();
      if (end !== undefined && (isLast || source.at - from > pieceLength)) {
        whole.take(source.text.slice(from, source.at), isLast);
        from = source.at + 1;
      } else if (end === undefined) from = source.at + 1;
      if (isLast) break;
      if (source.at - looked < lookEvery) continue;
      looked = source.at;
      if (this.turn.isOver) await this.turn.pause();
    }
    source.at++;
    return whole.value;
  }
}

/** Nothing between two commas would go unnoticed where a piece begins or ends. */
const requireMember = (members: string, isAllowed: boolean): void => {
  if (!isAllowed && members.trim() === '') throw notJson();
};

class LongList {
  readonly value: unknown[] = [];

  constructor(private readonly parse: ParsePiece) {}

  /** @param members as they stand in the text, with the commas between them */
  take(members: string, isLast: boolean): void {
    requireMember(members, isLast && this.value.length === 0);
    for (const each of this.parse(`[${members}]`) as unknown[]) this.value.push(each);
  }

  /** @returns what puts in the value of the next member */
  reserve(before: string): (value: unknown) => void {
    this.take(`${before}null`, false);
    return (value) => (this.value[this.value.length - 1] = value);
  }
}

class LongObject {
  readonly value: Members = {};
  private members = 0;

  constructor(private readonly parse: ParsePiece) {}

  take(members: string, isLast: boolean): string[] {
    requireMember(members, isLast && this.members === 0);
    const taken = this.parse(`{${members}}`) as Members;
    const names = Object.keys(taken);
    this.members += names.length;
    if (this.members > mostMembers)
      throw badInput(`The body holds an object of more than ${mostMembers} members`);
    Object.assign(this.value, taken);
    return names;
  }

  /** @param name with the colon behind it */
  reserve(name: string): (value: unknown) => void {
    const [key = ''] = this.take(`${name}null`, false);
    return (value) => (this.value[key] = value);
  }
}
