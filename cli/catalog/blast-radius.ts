import { setTimeout as pause } from 'node:timers/promises';
import { createColors } from 'picocolors';
import type { CatalogService, CustomerChange, Entitled, Findings, ToldTask } from './catalog-service';
import { Advice, whileTelling, type Terminal } from '../terminal';

/** As many customers as a person reads; the others are counted. */
const longestList = 30;
const lookMs = 500;
/** Where nobody sees a line change, one is written for each of so many parts of the way. */
const parts = 10;

/** What a person is told of a radius. */
export interface RadiusSummary extends Omit<Findings, 'leftOut'> {
  /** Changes that are not listed. */
  unlisted: number;
}

/** Who falls below what it uses comes first. */
export function summaryOf(ranges: readonly Findings[]): RadiusSummary {
  const summary = nothing();
  for (const range of ranges) add(summary, range);
  return summary;
}

/** Waits for the task of a large radius. @throws Advice when it does not come to its end */
export async function awaitedRadius(
  service: CatalogService,
  hash: string,
  taskId: string,
  terminal: Terminal,
): Promise<RadiusSummary> {
  const work = new RadiusTask(service, hash, taskId);
  const tell = terminal.isTerminal ? () => undefined : (text: string) => terminal.tell(`${text}\n`);
  const what = 'finding which customers would notice';
  await whileTelling(
    what,
    terminal,
    () => work.end(tell),
    () => `, ${work.percent}%`,
  );
  const summary = nothing();
  await whileTelling('reading what they would notice', terminal, async () => {
    for await (const range of service.radiusResults(taskId)) add(summary, range);
  });
  return summary;
}

class RadiusTask {
  percent = 0;

  constructor(
    private readonly service: CatalogService,
    private readonly hash: string,
    private readonly taskId: string,
  ) {}

  /** @param tell a line for each part of the way */
  async end(tell: (line: string) => void): Promise<void> {
    for (let told = 0; ;) {
      const task = await this.service.radiusTask(this.hash, this.taskId);
      this.percent = percentOf(task);
      const part = Math.floor((this.percent * parts) / 100);
      if (part > told) tell(`finding which customers would notice: ${this.percent}%`);
      told = Math.max(told, part);
      if (task.state === 'COMPLETED') return;
      if (task.state !== 'PENDING' && task.state !== 'IN_PROGRESS') {
        throw new Advice(`Who would notice was not found: task ${this.taskId} is ${task.state}`);
      }
      await pause(lookMs);
    }
  }
}

const percentOf = ({ progress: { done, failed, total } }: ToldTask): number =>
  total === 0 ? 0 : Math.floor(((done + failed) * 100) / total);

const nothing = (): RadiusSummary => ({
  customers: 0,
  customersChanged: 0,
  customersBelowUsage: 0,
  changes: [],
  unlisted: 0,
});

/** Keeps as many changes as a person reads, however many ranges there are. */
function add(summary: RadiusSummary, range: Findings): void {
  summary.customers += range.customers;
  summary.customersChanged += range.customersChanged;
  summary.customersBelowUsage += range.customersBelowUsage;
  const all = [...summary.changes, ...range.changes].sort(byUrgency);
  summary.changes = all.slice(0, longestList);
  summary.unlisted += range.leftOut + all.length - summary.changes.length;
}

const byUrgency = (a: CustomerChange, b: CustomerChange): number =>
  Number(b.fallsBelowUsage) - Number(a.fallsBelowUsage);

/** Who would notice what, as a person reads it. */
export function toldRadius(radius: RadiusSummary, isColoured: boolean): string {
  const paint = createColors(isColoured);
  const { customers, customersChanged, customersBelowUsage, changes, unlisted } = radius;
  const line = (change: CustomerChange): string => {
    const text = `  ${whoOf(change)}  ${change.featureId}  ${shown(change.before)} → ${shown(change.after)}`;
    const used = change.usage === null ? '' : `  uses ${change.usage}`;
    return change.fallsBelowUsage ? paint.red(`${text}${used}, which is more`) : `${text}${used}`;
  };
  const count = `${customersChanged} of ${customers} customers on what changes would notice`;
  const below = customersBelowUsage > 0 ? `, ${customersBelowUsage} would fall below what they use` : '';
  const more = unlisted > 0 ? [`  and ${unlisted} more`] : [];
  return [`${count}${below}`, ...changes.map(line), ...more].join('\n');
}

const whoOf = ({ customerId, resourceId }: CustomerChange): string =>
  resourceId === null ? customerId : `${customerId}/${resourceId}`;

/** `100 soft per MONTH`, `unlimited`, `s,m`, `granted`, `nothing` */
function shown(entitled: Entitled | null): string {
  if (!entitled) return 'nothing';
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues, resetPeriod } = entitled;
  const value = hasUnlimitedUsage ? 'unlimited' : (usageLimit ?? enumValues?.join(',') ?? 'granted');
  return `${value}${hasSoftLimit ? ' soft' : ''}${resetPeriod ? ` per ${resetPeriod}` : ''}`;
}
