import { Injectable } from '@nestjs/common';
import { inTheNameOf } from '#libs/context/request-context';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CreditGrant as CreditGrantView } from './credit-grants.views';
import type { CreditGrant } from './domain/credit-grant';
import type { Wallet } from './domain/wallet';

/** A grant as it stood at an instant. */
export interface GrantState {
  grant: CreditGrant;
  at: Date;
}

/** Tells of grants, in the commit that moves them. Domain: access-and-events W6 */
@Injectable()
export class SpentGrants {
  readonly record: ChangeRecord<GrantState>;

  constructor(recorder: Recorder) {
    this.record = recorder.recordOf<GrantState>({
      entity: 'CREDIT',
      noun: 'credit_grant',
      picture: ({ grant, at }) => CreditGrantView.from(grant, at),
      idOf: ({ grant }) => grant.id,
      parentOf: ({ grant }) => grant.customerId,
      payload: (creditGrant) => ({ creditGrant }),
    });
  }

  /** What was spent to the last credit, and what has ended: by no single request, however many there were. */
  tell(wallets: readonly Wallet<CreditGrant>[], now: Date): void {
    if (!wallets.some(({ depleted, expired }) => depleted.size > 0 || expired.size > 0)) return;
    inTheNameOf('credits', 'tellCredits', () => {
      for (const { depleted, expired } of wallets) {
        for (const grant of depleted) this.record.add('depleted', null, { grant, at: now });
        for (const grant of expired) this.record.add('expired', null, { grant, at: now });
      }
    });
  }
}
