import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { SandboxCheckout } from './sandbox-checkout';
import { sandboxCheckoutMapping } from './sandbox-checkout.mapping';

@Injectable()
export class SandboxCheckouts extends TenantTable<SandboxCheckout> {
  constructor(persistence: Persistence) {
    super(persistence, sandboxCheckoutMapping);
  }

  /** The first under its key stays. */
  async insertOnce(checkout: SandboxCheckout): Promise<SandboxCheckout> {
    await this.insertRows([checkout], 'uq_sandbox_checkout_key');
    const [kept] = await this.where('t.key = $2', [checkout.key]);
    return kept as SandboxCheckout;
  }

  async lock(uid: string): Promise<SandboxCheckout | undefined> {
    return (await this.where('t.uid = $2 for no key update', [uid]))[0];
  }

  async at(reference: string): Promise<SandboxCheckout | undefined> {
    return (await this.where('t.reference = $2', [reference]))[0];
  }

  async lockAt(reference: string): Promise<SandboxCheckout | undefined> {
    return (await this.where('t.reference = $2 for no key update', [reference]))[0];
  }
}
