import { Injectable } from '@nestjs/common';
import { Persistence } from '#libs/persistence/tenant.repository';
import type { SandboxCheckout } from './sandbox-checkout';
import { sandboxCheckoutMapping } from './sandbox-checkout.mapping';
import { SandboxTable } from './sandbox-table';

@Injectable()
export class SandboxCheckouts extends SandboxTable<SandboxCheckout> {
  protected override readonly onePerKey = 'uq_sandbox_checkout_key';

  constructor(persistence: Persistence) {
    super(persistence, sandboxCheckoutMapping);
  }
}
