import { Injectable } from '@nestjs/common';
import { Persistence } from '#libs/persistence/tenant.repository';
import type { SandboxPayment } from './sandbox-payment';
import { sandboxPaymentMapping } from './sandbox-payment.mapping';
import { SandboxTable } from './sandbox-table';

@Injectable()
export class SandboxPayments extends SandboxTable<SandboxPayment> {
  protected override readonly onePerKey = 'uq_sandbox_payment_key';

  constructor(persistence: Persistence) {
    super(persistence, sandboxPaymentMapping);
  }
}
