import { badInput } from '#libs/kernel/errors/domain-error';
import { cyclesIn } from './billed-line';
import { billingDay, dayAfter } from './billing-window';
import { cyclesOf, type Cycle } from './cycles';
import { FormerLine } from './former-line';
import type { LineItem } from './line-item';

/** What is billed: lines as they are, and as they were for the days before. */
export interface LineStates {
  /** In the order in which they were added. */
  readonly lines: readonly LineItem[];
  readonly former: readonly FormerLine[];
}

/**
 * After an amendment of begun invoices too: what it has changed is billed anew by it, from its first day. What was said of the
 * days before by earlier ones holds for all other lines. Domain: contracts-billing P3
 */
export function billedAnew(before: LineStates, lines: readonly LineItem[]): LineStates {
  const [was, is] = [byUid(before.lines), byUid(lines)];
  const isRepriced = (line: LineItem): boolean => was.has(line.uid) && was.get(line.uid)?.rows !== line.rows;
  const former = before.former.flatMap((state) => {
    const line = is.get(state.lineUid);
    if (!line) return was.has(state.lineUid) ? [] : [state];
    if (isRepriced(line)) return [];
    return line === was.get(line.uid) ? [state] : (state.onTermsOf(line) ?? []);
  });
  return { lines: lines.map((line) => (isRepriced(line) ? inFull(line) : line)), former };
}

/** As a draft they bill all of their windows. */
export const billedInFull = (lines: readonly LineItem[]): LineStates => ({
  lines: lines.some(({ billedFrom }) => billedFrom) ? lines.map(inFull) : lines,
  former: [],
});

/**
 * After an amendment that leaves begun invoices as they are: each line is for the days after its own begun cycle what it has become.
 * Domain: contracts-billing P3
 * @param lines with both days
 * @throws BadUserInput where something that is asked for would bill nothing, or change nothing
 */
export function billedToCome(before: LineStates, lines: readonly LineItem[], now: Date): LineStates {
  const today = billingDay(now);
  const [was, is] = [byUid(before.lines), byUid(lines)];
  const removed = before.lines.filter(({ uid }) => !is.has(uid));
  const changed = lines.filter((line) => was.has(line.uid) && was.get(line.uid) !== line);
  const moved = new Map(
    changed.map((line) => [line.uid, changeOf(was.get(line.uid) as LineItem, line, today)]),
  );
  requireEffect(changed, was, moved);
  const ended = [
    ...removed,
    ...changed.filter(({ uid }) => moved.get(uid)).flatMap(({ uid }) => was.get(uid) ?? []),
  ];
  return {
    lines: lines.map((line) => {
      const former = was.get(line.uid);
      return former ? (line === former ? line : (moved.get(line.uid) ?? former)) : begun(line, today);
    }),
    former: [
      ...before.former,
      ...ended.flatMap((line) => {
        const cycle = lastBegun(line, today);
        return cycle ? [FormerLine.until(cycle.end, line, now)] : [];
      }),
    ],
  };
}

/** Whether a cycle of any of them has begun. */
export const hasBegun = ({ lines, former }: LineStates, now: Date): boolean =>
  former.length > 0 || lines.some((line) => lastBegun(line, billingDay(now)));

/** The line for the days after its begun cycle; none where there was no cycle to come, and is none. */
function changeOf(was: LineItem, is: LineItem, today: Date): LineItem | undefined {
  const cycle = lastBegun(was, today);
  // What is billed once has been.
  if (cycle && is.cycleUnit === 'one_time') return undefined;
  const resumed = cycle ? dayAfter(cycle.end) : was.billedFrom;
  const next = resumed && resumed > today ? is.billedFromDay(resumed) : firstToCome(is, today);
  return next && (cyclesIn(next.billed) > 0 || hasToCome(was, today)) ? next : undefined;
}

/** @throws BadUserInput for a line that would bill nothing */
function begun(added: LineItem, today: Date): LineItem {
  const line = firstToCome(added, today);
  if (line) return line;
  throw badInput(
    `addLineItems: every period of line item ${added.name} has begun; leave includeCurrentInvoice out, or give it a later activationEndDate`,
  );
}

/** From its first cycle after today on; none where there is none. What is billed once needs no cycle for it. */
function firstToCome(line: LineItem, today: Date): LineItem | undefined {
  const cycles = cyclesFor(line);
  if (!cycles.some(({ start }) => start <= today)) return line;
  const next =
    line.cycleUnit === 'one_time' ? dayAfter(today) : cycles.find(({ start }) => start > today)?.start;
  if (!next || !line.activationEndDate || next > line.activationEndDate) return undefined;
  return line.billedFromDay(next);
}

/** @throws BadUserInput, so that nothing that is asked for is left aside silently */
function requireEffect(
  changed: readonly LineItem[],
  was: ReadonlyMap<string, LineItem>,
  moved: ReadonlyMap<string, LineItem | undefined>,
): void {
  const way = 'leave includeCurrentInvoice out to change it too';
  const stuck = changed.filter(({ uid }) => !moved.get(uid));
  const repriced = stuck.find(({ uid, rows }) => was.get(uid)?.rows !== rows);
  if (repriced) {
    const ref = repriced.externalId ?? repriced.uid;
    throw badInput(
      `updateLineItems: every period of line item ${ref} has begun, and its invoice stays; ${way}`,
    );
  }
  if (stuck.length === 0 || stuck.length < changed.length) return;
  throw badInput(`includeCurrentInvoice: every period has begun, and its invoice stays; ${way}`);
}

const cyclesFor = ({ billed: { frequency, window } }: LineItem): Cycle[] =>
  window ? cyclesOf(frequency, window) : [];

const lastBegun = (line: LineItem, today: Date): Cycle | undefined =>
  cyclesFor(line).findLast(({ start }) => start <= today);

const hasToCome = (line: LineItem, today: Date): boolean =>
  cyclesFor(line).some(({ start }) => start > today);

const inFull = (line: LineItem): LineItem => (line.billedFrom ? line.billedFromDay(null) : line);

const byUid = (lines: readonly LineItem[]): Map<string, LineItem> =>
  new Map(lines.map((line) => [line.uid, line]));
