import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { Upkeep } from '#libs/messaging/extensions';
import { nextNight } from '#libs/proofs/night';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { LedgerWatchesRepository, type TellableHead } from './ledger-watches.repository';
import { WatchedLedgers, type PassedWallet } from './watched-ledgers.reader';

const job = 'tell-ledger-heads';
const nobody = '00000000-0000-0000-0000-000000000000';
/** Of wallets, looked at by one statement. */
const passedAtOnce = 2000;
/** Of one line. */
const toldAtOnce = 100;

/** As a line of the log names it. */
export interface ToldWalletHead {
  wallet: string;
  seq: number;
  head: string;
}

const asTold = ({ uid: wallet, seq, head }: TellableHead): ToldWalletHead => ({ wallet, seq, head });
const hasMoved = ({ seq, toldSeq }: PassedWallet): boolean => seq > toldSeq;

/**
 * Tells the log each hour the last digest of every ledger that has moved since it was told last. What is on its way out of the database cannot be
 * taken back there: who cuts the end of a ledger off and sets its wallet back leaves nothing that does not hold, but for these lines.
 * At least once: who dies between a line and its note tells it again. Domain: credits D7; ADR-0100
 */
@Injectable()
export class LedgerHeads implements OnModuleDestroy {
  private isEnding = false;

  constructor(
    private readonly ledgers: WatchedLedgers,
    private readonly watches: LedgerWatchesRepository,
    private readonly clock: MachineClock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** Where the log takes no such lines, nothing is noted as told either. */
  @Upkeep(job, '53 * * * *')
  async tell(): Promise<void> {
    if (!this.logger.isLevelEnabled('info')) return;
    let after = { environmentId: nobody, uid: nobody };
    while (!this.isEnding) {
      const passed = await this.ledgers.passAfter(after, passedAtOnce);
      for (const [environmentId, moved] of grouped(passed.filter(hasMoved), (each) => each.environmentId))
        await runAsSystem(job, environmentId, () => this.tellOf(moved));
      const last = passed.at(-1);
      if (!last || passed.length < passedAtOnce) return;
      after = last;
    }
  }

  /** Heads of this environment that were told once and are not in their ledgers any more. Domain: credits D7 */
  async lost(told: readonly ToldWalletHead[]): Promise<ToldWalletHead[]> {
    const heads = told.map(({ wallet: uid, seq, head }) => ({ uid, seq, head }));
    return (await this.watches.lost(heads)).map(asTold);
  }

  private async tellOf(moved: readonly PassedWallet[]): Promise<void> {
    const known = moved.filter(({ toldSeq }) => toldSeq > 0);
    const told = known.map(({ uid, toldSeq: seq, toldHead: head }) => ({ uid, seq, head }));
    const lost = new Set((await this.watches.lost(told)).map(({ uid }) => uid));
    if (lost.size > 0) await this.sayLost([...lost]);
    const sound = moved.filter(({ uid }) => !lost.has(uid));
    for (let first = 0; first < sound.length; first += toldAtOnce) {
      const heads = sound.slice(first, first + toldAtOnce).map(({ uid, seq, head }) => ({ uid, seq, head }));
      const told = heads.map(({ uid: wallet, seq, head }) => ({ wallet, seq, head }));
      this.logger.info({ environmentId: currentEnvironmentId(), heads: told }, 'heads of ledgers of credits');
      const now = this.clock.now();
      await this.watches.noteTold(heads, now, nextNight(now));
    }
  }

  /** What was told of them stays noted, for the proof that names the place: it is due at once. */
  private async sayLost(walletUids: readonly string[]): Promise<void> {
    const about = { environmentId: currentEnvironmentId(), walletUids };
    this.logger.error(about, 'ledgers of credits have lost the entries that the log was told of');
    await this.watches.makeDue(walletUids, this.clock.now());
  }
}
