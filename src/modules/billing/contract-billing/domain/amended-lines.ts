import { badInput } from '#libs/kernel/errors/domain-error';
import { cyclesIn } from './billed-line';
import { billingDay, dayAfter } from './billing-window';
import { firstAfter, lastBegunBy, type Cycle } from './cycles';
import { FormerLine } from './former-line';
import type { LineItem } from './line-item';
import type { LineState } from './line-state';

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
    return [line === was.get(line.uid) ? state : state.onTermsOf(line)];
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
  const changed = lines.filter((line) => was.has(line.uid) && was.get(line.uid) !== line);
  const next = new Map<string, LineItem>();
  for (const line of changed) {
    const resumed = resumedAs(line, statesOf(line.uid, before), today);
    if (resumed) next.set(line.uid, resumed);
  }
  requireEffect(changed, was, next);
  const ended = before.lines.filter(({ uid }) => !is.has(uid) || next.has(uid));
  const former = before.former.map((state) => {
    const day = next.get(state.lineUid)?.billedFrom;
    return day ? state.before(day) : state;
  });
  const begun = ended.flatMap((line) => {
    const cycle = lastBegun(line, today);
    return cycle ? [FormerLine.until(cycle.end, line, now)] : [];
  });
  return {
    lines: lines.map((line) => next.get(line.uid) ?? was.get(line.uid) ?? begunWith(line, today)),
    former: [...former, ...begun],
  };
}

/** Whether a cycle of any of them has begun. */
export const hasBegun = ({ lines, former }: LineStates, now: Date): boolean =>
  former.length > 0 || lines.some((line) => lastBegun(line, billingDay(now)));

/** Of one line, in the order of their days; the line itself is the last. */
const statesOf = (uid: string, { lines, former }: LineStates): LineState[] => [
  ...former.filter(({ lineUid }) => lineUid === uid),
  ...lines.filter((line) => line.uid === uid),
];

/** The line for the days after its begun cycle; none where there was no cycle to come, and is none. */
function resumedAs(line: LineItem, states: readonly LineState[], today: Date): LineItem | undefined {
  const cycle = states.flatMap((state) => lastBegun(state, today) ?? []).at(-1);
  // What is billed once has been.
  if (cycle && line.cycleUnit === 'one_time') return undefined;
  const day = cycle ? dayAfter(cycle.end) : (states.at(-1)?.billedFrom ?? null);
  const next = day && day > today ? line.billedFromDay(day) : firstToCome(line, today);
  const hadNext = states.some((state) => nextToBegin(state, today));
  return next && (cyclesIn(next.billed) > 0 || hadNext) ? next : undefined;
}

/** @throws BadUserInput for a line that would bill nothing */
function begunWith(added: LineItem, today: Date): LineItem {
  const line = firstToCome(added, today);
  if (line) return line;
  throw badInput(
    `addLineItems: every period of line item ${added.name} has begun; leave includeCurrentInvoice out, or give it a later activationEndDate`,
  );
}

/** From its first cycle after today on; none where there is none. What is billed once needs no cycle for it. */
function firstToCome(line: LineItem, today: Date): LineItem | undefined {
  if (!lastBegun(line, today)) return line;
  const next = line.cycleUnit === 'one_time' ? dayAfter(today) : nextToBegin(line, today)?.start;
  if (!next || !line.activationEndDate || next > line.activationEndDate) return undefined;
  return line.billedFromDay(next);
}

/** @throws BadUserInput, so that nothing that is asked for is left aside silently */
function requireEffect(
  changed: readonly LineItem[],
  was: ReadonlyMap<string, LineItem>,
  next: ReadonlyMap<string, LineItem>,
): void {
  const way = 'leave includeCurrentInvoice out to change it too';
  const stuck = changed.filter(({ uid }) => !next.has(uid));
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

const lastBegun = ({ billed: { frequency, window } }: LineState, today: Date): Cycle | undefined =>
  window ? lastBegunBy(frequency, window, today) : undefined;

const nextToBegin = ({ billed: { frequency, window } }: LineState, today: Date): Cycle | undefined =>
  window ? firstAfter(frequency, window, today) : undefined;

const inFull = (line: LineItem): LineItem => (line.billedFrom ? line.billedFromDay(null) : line);

const byUid = (lines: readonly LineItem[]): Map<string, LineItem> =>
  new Map(lines.map((line) => [line.uid, line]));
