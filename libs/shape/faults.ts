import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PropertySpec } from './property-spec';

/** From the root to a value: a property, an index, or the `type` that tells variants apart. */
export type Step = PropertySpec | number | 'type';

export interface Fault {
  /** The whole sentence, its field first. */
  message: string;
  code: ErrorCode;
}

/** As many as somebody mends in one go; who sends more learns the rest with the next try. */
export const mostFaults = 10;

// A key is the caller's own and as long as the caller likes.
const longestKey = 64;
export const toldKey = (key: string): string =>
  key.length <= longestKey ? key : `${key.slice(0, longestKey)}…`;

/** What is wrong with a request, gathered until there is enough to tell. */
export class Faults {
  private readonly inFields: (Fault & { place: number[] })[] = [];
  private readonly unknownKeys: Fault[] = [];

  /** Whether looking on is of no use. */
  get isFull(): boolean {
    return this.inFields.length + this.unknownKeys.length >= mostFaults;
  }

  /** @param wrong what a check says of the value */
  addField(way: readonly Step[], wrong: string, code: ErrorCode = 'BadUserInput'): void {
    this.inFields.push({ message: `${pathOf(way)} ${wrong}`, code, place: way.map(orderOf) });
  }

  addUnknownKey(fault: Fault): void {
    this.unknownKeys.push(fault);
  }

  /** Undefined where nothing is wrong. The code is that of the first, whatever the others have. */
  refusal(): DomainError | undefined {
    // A wrong known field says more than an unknown one. GraphQL sends fields in an order of its own.
    const all = [...this.inFields.sort((a, b) => inOrder(a.place, b.place)), ...this.unknownKeys];
    const [first] = all;
    if (!first) return undefined;
    const told = all.map(({ message }) => message);
    if (this.isFull) told.push(`These are the first ${mostFaults} faults`);
    return new DomainError(first.code, told.reduce(nextSentence));
  }
}

/** `plans[1].charges`. */
export const pathOf = (way: readonly Step[]): string =>
  way.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    const name = step === 'type' ? step : step.name;
    return path ? `${path}.${name}` : name;
  }, '');

// The type of a variant is looked at before anything in it.
const orderOf = (step: Step): number => (typeof step === 'number' ? step : step === 'type' ? 0 : step.order);

function inOrder(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((order, depth) => order !== b[depth]);
  return differing === -1 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}

const nextSentence = (text: string, sentence: string): string =>
  text.endsWith('?') ? `${text} ${sentence}` : `${text}. ${sentence}`;
