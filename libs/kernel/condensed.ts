import { BoundedMap } from './bounded-map';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The place of a number among those of a value. */
class Slot {
  constructor(readonly slot: number) {}
}

/** What is alike in many values: all of them but their numbers. */
export interface Form {
  /** JSON, with slots for numbers. Parts without one are given out as they are: nobody changes them. */
  readonly tree: unknown;
  /** How many numbers fill it. */
  readonly size: number;
}

// Instants repeat within a value; to say them once makes no more forms, because they do so in the same places.
const isInstant = (value: number): boolean => value > 2 ** 32;

/**
 * Keeps JSON small where many values differ in their numbers only: each is a form that they share, and its numbers. A form is found by
 * its text; one that is forgotten is only made again.
 */
export class Forms {
  private readonly known: BoundedMap<string, Form>;

  /**
   * @param most forms
   * @param terms keys of numbers that are the same for many values, and belong to the form
   */
  constructor(
    most: number,
    private readonly terms: ReadonlySet<string> = new Set(),
  ) {
    this.known = new BoundedMap(most);
  }

  /**
   * @param numbers those of the value are put behind what is there; `filled` is told where they begin
   * @param last of the value before: most values change in their numbers only, and then have the same
   */
  of(value: unknown, numbers: number[], last?: Form): Form {
    const start = numbers.length;
    if (last && fits(last.tree, value as Json, numbers, start)) return last;
    numbers.length = start;
    const instants = new Map<number, Slot>();
    const slotOf = (number: number): Slot => {
      const slot = instants.get(number) ?? new Slot(numbers.push(number) - 1 - start);
      if (isInstant(number)) instants.set(number, slot);
      return slot;
    };
    const tree = this.treeOf(value as Json, '', slotOf);
    const text = JSON.stringify(tree);
    const known = this.known.get(text);
    if (known) return known;
    prepare(tree);
    const form = { tree, size: numbers.length - start };
    this.known.set(text, form);
    return form;
  }

  private treeOf(value: Json, key: string, slotOf: (number: number) => Slot): unknown {
    if (typeof value === 'number') return this.terms.has(key) ? value : slotOf(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      return value.map((each: Json) => this.treeOf(each, key, slotOf));
    }
    const members = Object.entries(value).map(([name, each]) => [name, this.treeOf(each, name, slotOf)]);
    return Object.fromEntries(members);
  }
}

/** Puts the numbers of the value into their places, as far as it has the form. A place that two share must be given one number. */
function fits(node: unknown, value: Json, numbers: number[], start: number): boolean {
  if (node instanceof Slot) {
    if (typeof value !== 'number') return false;
    const given = numbers[start + node.slot];
    numbers[start + node.slot] = value;
    return given === undefined || given === value;
  }
  if (typeof node !== 'object' || node === null) return node === value;
  if (typeof value !== 'object' || value === null || Array.isArray(node) !== Array.isArray(value))
    return false;
  const [members, given] = [node as Record<string, unknown>, value as Record<string, Json>];
  let left = Object.keys(given).length;
  // Lists of both sides' names would be most of what this leaves behind.
  for (const name in members) {
    if (!(name in given) || !fits(members[name], given[name] as Json, numbers, start)) return false;
    left--;
  }
  return left === 0;
}

type Filler = (numbers: readonly number[], start: number) => unknown;

/** Of the parts that hold slots. Each knows those of its own parts, so that a value asks for one only. */
const fillers = new WeakMap<object, Filler>();

function fillerOf(node: unknown): Filler | undefined {
  if (node instanceof Slot) return (numbers, start) => numbers[start + node.slot];
  return typeof node === 'object' && node !== null ? fillers.get(node) : undefined;
}

/** Of a tree that is a form from now on: most are made only to find the one that is known. */
function prepare(node: unknown): Filler | undefined {
  if (node instanceof Slot || typeof node !== 'object' || node === null) return fillerOf(node);
  const slotted = Object.entries(node).flatMap(([name, part]) => {
    const fill = prepare(part);
    return fill ? [{ name, fill }] : [];
  });
  if (slotted.length === 0) return undefined;
  const filler: Filler = (numbers, start) => {
    // A copy keeps its shape, where an object that is put together member by member finds it each time anew.
    const value = (Array.isArray(node) ? node.slice() : { ...node }) as Record<string, unknown>;
    for (const { name, fill } of slotted) value[name] = fill(numbers, start);
    return value;
  };
  fillers.set(node, filler);
  return filler;
}

/** A part of a form with its numbers, which begin at `start`. */
export function filled<T>(node: unknown, numbers: readonly number[], start = 0): T {
  const fill = fillerOf(node);
  return (fill ? fill(numbers, start) : node) as T;
}
