import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { SandboxPayment } from './sandbox-payment';
import { sandboxPaymentMapping } from './sandbox-payment.mapping';

@Injectable()
export class SandboxPayments extends TenantTable<SandboxPayment> {
  constructor(persistence: Persistence) {
    super(persistence, sandboxPaymentMapping);
  }

  /** The first under its key stays. */
  async insertOnce(payment: SandboxPayment): Promise<SandboxPayment> {
    await this.insertRows([payment], 'uq_sandbox_payment_key');
    const [kept] = await this.where('t.key = $2', [payment.key]);
    return kept as SandboxPayment;
  }

  async at(reference: string): Promise<SandboxPayment | undefined> {
    return (await this.where('t.reference = $2', [reference]))[0];
  }

  async lockAt(reference: string): Promise<SandboxPayment | undefined> {
    return (await this.where('t.reference = $2 for no key update', [reference]))[0];
  }

  async lock(uid: string): Promise<SandboxPayment | undefined> {
    return (await this.where('t.uid = $2 for no key update', [uid]))[0];
  }
}
