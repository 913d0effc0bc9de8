import { Injectable } from '@nestjs/common';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { CreditGrant, type GrantBilling } from './credit-grants.views';
import type { CreditGrant as StoredGrant } from './domain/credit-grant';

/** How these grants are billed: who bills them knows. By the id of the grant. */
export const grantBillings = new Survey<{ grants: readonly StoredGrant[] }, [string, GrantBilling]>(
  'credit-grant.billings',
);

/** Grants with how they are billed, as callers and events are told of them. Domain: credits G1, G4 */
@Injectable()
export class GrantBillings {
  constructor(private readonly extensions: Extensions) {}

  /** Nobody is asked of what is not billed here. */
  async of(told: readonly StoredGrant[]): Promise<Map<string, GrantBilling>> {
    const grants = told.filter(({ collectedBy }) => collectedBy !== null);
    return new Map(grants.length === 0 ? [] : await this.extensions.survey(grantBillings, { grants }));
  }

  async viewsOf(grants: readonly StoredGrant[], at: Date): Promise<CreditGrant[]> {
    const billings = await this.of(grants);
    return grants.map((grant) => CreditGrant.from(grant, at, billings.get(grant.id)));
  }
}
