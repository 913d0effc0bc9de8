import { badInput, type DomainError } from '#libs/kernel/errors/domain-error';

// Deeper than anything that the interface takes, and far from what a stack can.
const deepest = 24;
// Twice what the largest catalog needs, and little enough for the memory of a small process.
const mostValues = 1_000_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [space, tab, line, carriage] = [0x20, 0x09, 0x0a, 0x0d];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const word = /[^,\]} \t\n\r]*/y;

export const notJson = (): DomainError => badInput('The body is not valid JSON');

/** Where values begin and end in a JSON text; whether they are valid is for the parser to say. */
export class JsonText {
  at = 0;
  private values = 0;

  constructor(readonly text: string) {}

  /** The character that comes now; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  // Asked thrice for each of what may be a million values, most of which have none: a pattern would cost more than the parser.
  skipBlanks(): void {
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== space && code !== line && code !== tab && code !== carriage) return;
    }
  }

  /** A member's name and its colon, where there are such. */
  skipName(): void {
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) !== quote) return;
    this.at = this.endOfString(this.at);
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) === colon) this.at++;
  }

  /**
   * Where the value that begins here ends; undefined for a list or an object longer than that.
   * @throws BadUserInput for one too deep, or one value too many
   */
  endOfValue(depth: number, longest: number): number | undefined {
    this.count(1);
    if (this.next === '"') return this.endOfString(this.at);
    return this.next === '[' || this.next === '{' ? this.endOfContainer(depth, longest) : this.endOfWord();
  }

  private endOfContainer(outer: number, longest: number): number | undefined {
    const { text, at } = this;
    let [depth, values] = [outer - 1, 0];
    for (let place = at; place < at + longest; place++) {
      const code = text.charCodeAt(place);
      if (code === quote) place = this.endOfString(place) - 1;
      else if (code === comma) values++;
      else if (code === openList || code === openObject) {
        values++;
        if (++depth > deepest) throw badInput(`The body is nested more than ${deepest} levels deep`);
      } else if ((code === closeList || code === closeObject) && --depth < outer) {
        this.count(values);
        return place + 1;
      } else if (Number.isNaN(code)) throw notJson();
    }
    return undefined;
  }

  private endOfWord(): number {
    word.lastIndex = this.at;
    word.test(this.text);
    return word.lastIndex;
  }

  private endOfString(begin: number): number {
    for (let end = this.text.indexOf('"', begin + 1); end !== -1; end = this.text.indexOf('"', end + 1)) {
      let before = end - 1;
      while (this.text.charCodeAt(before) === backslash) before--;
      if ((end - before) % 2 === 1) return end + 1;
    }
    throw notJson();
  }

  private count(values: number): void {
    this.values += values;
    if (this.values > mostValues) throw badInput(`The body holds more than ${mostValues} values`);
  }
}
