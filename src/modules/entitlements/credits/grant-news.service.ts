import { Injectable } from '@nestjs/common';
import { inTheNameOf } from '#libs/context/request-context';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CreditGrant as CreditGrantView } from './credit-grants.views';
import type { CreditGrant } from './domain/credit-grant';
import type { HeldWallet } from './held-wallet.record';

/** A grant as it stood at an instant. */
export interface GrantState {
  grant: CreditGrant;
  at: Date;
}

/** Tells of grants, in the commit that moves them. Domain: access-and-events W6 */
@Injectable()
export class GrantNews {
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

  /**
   * What subscriptions gave, what was spent to the last credit, and what has ended: by no single request, however many there were. What
   * somebody has decided about a grant its own use case tells.
   */
  tell(held: readonly HeldWallet[], now: Date): void {
    const given = held.flatMap(({ made }) => [...made]).filter(({ grantType }) => grantType === 'RECURRING');
    const depleted = held.flatMap(({ wallet }) => [...wallet.depleted]);
    const expired = held.flatMap(({ wallet }) => [...wallet.expired]);
    if (given.length + depleted.length + expired.length === 0) return;
    inTheNameOf('credits', 'tellCredits', () => {
      for (const grant of given) this.record.add('created', null, { grant, at: now });
      for (const grant of depleted) this.record.add('depleted', null, { grant, at: now });
      for (const grant of expired) this.record.add('expired', null, { grant, at: now });
    });
  }
}
