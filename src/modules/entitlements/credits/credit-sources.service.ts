import { Injectable } from '@nestjs/common';
import { currentActor } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Within } from '#libs/use-cases/use-case';
import { CreditRecurrencesRepository } from './credit-recurrences.repository';
import type { CreditGrant, WalletKey } from './domain/credit-grant';
import type { SourceLife } from './domain/credit-wallet';
import { SourceChange, type Allowance, type Ending, type GivingSource } from './domain/source-change';
import { keyOf, type HeldWallet } from './held-wallet.record';
import { WalletBooks } from './wallet-books.service';

/** What a subscription gives in credits, as its owner declares it. */
export interface DeclaredCredits extends Omit<GivingSource, 'allowances'> {
  customerUid: string;
  customerId: string;
  /** Key of the resource, '' for the customer's own level. */
  resourceKey: string;
  resourceId: string | null;
  allowances: readonly (Allowance & NamedCurrency)[];
  /** In which usage of its features is paid. */
  rated: readonly NamedCurrency[];
}

interface NamedCurrency {
  currencyUid: string;
  currencyId: string;
}

/** Under which it is put off until the rest of a transaction is done. */
export const declaredCredits = 'credit-sources';

/** With who declared it, and when. */
interface Declared {
  source: DeclaredCredits;
  now: Date;
  actor: string;
}

/**
 * Subscriptions as far as they give credits. What one transaction declares of several is carried out together, as the last of it: so what ends
 * and what takes its place meet, and wallets are locked as late as can be. Domain: credits R1–R7; ADR-0098
 */
@Injectable()
export class CreditSources {
  constructor(
    private readonly recurrences: CreditRecurrencesRepository,
    private readonly books: WalletBooks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Replaces what a subscription gives, in the transaction of its change. One that has ended, or is elsewhere by now, gives nothing. */
  @Within()
  declare(source: DeclaredCredits): void {
    const actor = currentActor();
    const declared: Declared = { source, actor, now: this.clock.now() };
    this.unitOfWork.putOff(declaredCredits, declared, (all) => this.carryOut(all));
  }

  private async carryOut(all: readonly Declared[]): Promise<void> {
    const known = await this.recurrences.walletsOf([...new Set(all.map(({ source }) => source.sourceKey))]);
    const needed = all.flatMap(({ source }) => placesOf(source));
    if (known.length === 0 && needed.length === 0) return;
    const made = needed.length > 0 ? await this.books.ensure(needed) : [];
    const held = await this.books.open([...new Set([...known, ...made])]);
    const latest = all.at(-1) as Declared;
    for (const turn of turnsOf(all)) for (const each of held) changeAll(each, turn);
    await this.books.close(held, latest.now);
  }
}

const isGiving = ({ until }: DeclaredCredits, now: Date): boolean => until === null || until > now;

/** The wallets that it gives into or is paid from, each once. */
function placesOf({ allowances, rated, ...source }: DeclaredCredits): WalletKey[] {
  const byCurrency = new Map([...allowances, ...rated].map((each) => [each.currencyUid, each]));
  return [...byCurrency.values()].map(({ currencyUid, currencyId }) =>
    keyOf({ ...source, currencyUid, currencyId }),
  );
}

/**
 * What time brought about, and what somebody decides after it in the same transaction: each as if it had been committed apart, so that it makes no
 * difference who carried out the first. Time declares in a name of its own. Domain: credits R8, D8
 */
function turnsOf(all: readonly Declared[]): Declared[][] {
  const turns: Declared[][] = [];
  for (const declared of all) {
    const turn = turns.at(-1);
    if (turn?.[0]?.actor === declared.actor) turn.push(declared);
    else turns.push([declared]);
  }
  return turns;
}

/** In the order in which it was declared; what a subscription gives last is what it gives. */
function changeAll(held: HeldWallet, turn: readonly Declared[]): void {
  for (const [place, declared] of turn.entries()) {
    const later = turn.slice(place + 1);
    if (!isPassing(held, declared, later)) changeOne(held, declared, later);
  }
}

/**
 * A change that waited for this instant is declared as carried out before it is made. No window of what was there before begins in between.
 * Domain: credits R8
 */
function isPassing({ wallet }: HeldWallet, { source, now }: Declared, later: readonly Declared[]): boolean {
  const hasWaited = wallet.recurrencesOf(source.sourceKey).some(({ dueAt }) => dueAt && dueAt <= now);
  return (
    hasWaited && later.some((each) => each.now.getTime() === now.getTime() && isOfSame(each.source, source))
  );
}

const isOfSame = (one: DeclaredCredits, other: DeclaredCredits): boolean =>
  one.sourceKey === other.sourceKey &&
  one.customerUid === other.customerUid &&
  one.resourceKey === other.resourceKey;

function changeOne(held: HeldWallet, declared: Declared, later: readonly Declared[]): void {
  const { row, wallet } = held;
  const { source, now, actor } = declared;
  const { sourceKey } = source;
  const isOf = ({ currencyUid }: NamedCurrency): boolean => currencyUid === row.currencyUid;
  const made = (grant: CreditGrant): CreditGrant => held.make(grant);
  const change = new SourceChange(wallet, { walletUid: row.uid, key: keyOf(row), actor, now, made });
  const allowances = source.allowances.filter(isOf);
  const isHere = source.customerUid === row.customerUid && source.resourceKey === row.resourceKey;
  const gives = isHere && isGiving(source, now);
  const isKnown = wallet.recurrencesOf(sourceKey).length + wallet.runningOf(sourceKey).length > 0;
  if (gives && (isKnown || allowances.length > 0)) change.give({ ...source, allowances });
  else if (isKnown && !gives) change.end(sourceKey, endingOf(held, source, later));
  const isUsed = gives && (allowances.length > 0 || source.rated.some(isOf));
  if (isUsed || sourceKey in row.sources) row.noteSource(sourceKey, isUsed ? lifeOf(source) : undefined);
}

const lifeOf = ({ from, until }: DeclaredCredits): SourceLife => ({
  from: from.getTime(),
  until: until?.getTime() ?? null,
});

/** What begins in its place in the same transaction goes on with its windows, or begins them anew. Domain: credits R5, R6 */
function endingOf({ row, wallet }: HeldWallet, ended: DeclaredCredits, later: readonly Declared[]): Ending {
  // What runs may be of a plan before it, of a currency that it does not give itself.
  const anchor = wallet.recurrencesOf(ended.sourceKey)[0]?.anchor ?? ended.anchor;
  const isNext = ({ source, now }: Declared): boolean =>
    source.sourceKey !== ended.sourceKey &&
    source.customerUid === row.customerUid &&
    source.resourceKey === row.resourceKey &&
    source.from.getTime() === now.getTime() &&
    isGiving(source, now);
  const next = later.find(isNext);
  if (!next) return { kind: 'EXPIRES' };
  return next.source.anchor.getTime() === anchor.getTime()
    ? { kind: 'IS_SUCCEEDED', by: next.source.sourceKey }
    : { kind: 'IS_RESET' };
}
