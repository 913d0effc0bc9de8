import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { BillableItemsService } from './billable-items.service';
import type { ContractBilling, ContractBillingChange } from './domain/contract-billing';
import type { LinesRequest } from './domain/new-lines';
import type { SettingsRequest } from './domain/settings';
import { RemitToLookup } from './remit-to-lookup.service';

/** Edits that name what lies outside the contract: it is looked up, and the billing half decides. */
@Injectable()
export class BillingEdits {
  constructor(
    private readonly remitTo: RemitToLookup,
    private readonly billableItems: BillableItemsService,
    private readonly clock: Clock,
  ) {}

  /** @throws as `ContractBilling.prepareLines` and `addLines`, EntityIsArchivedError for an archived feature. Domain: contracts-billing I1, I6 */
  async addLines(
    billing: ContractBilling,
    asked: LinesRequest,
    field: string,
  ): Promise<ContractBillingChange> {
    const { entity } = await this.remitTo.find({ legalEntityId: asked.legalEntityId });
    const prepared = billing.prepareLines(asked, entity, field);
    const sold = await this.billableItems.resolve(prepared.named, field);
    return billing.addLines(prepared, sold, this.clock.now());
  }

  /** @throws as `ContractBilling.changeSettings`. Domain: contracts-billing S2 */
  async changeSettings(billing: ContractBilling, asked: SettingsRequest): Promise<ContractBillingChange> {
    return billing.changeSettings(asked, await this.remitTo.find(asked));
  }
}
