import { Module } from '@nestjs/common';
import { InvoicesModule } from '#modules/billing/invoices';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { DuePayments } from './due-payments.reader';
import { ImportedMethods } from './imported-methods.service';
import { MethodAttachments } from './method-attachments.service';
import { MethodDetachments } from './method-detachments.service';
import { PaymentCalls } from './payment-calls.service';
import { PaymentCollection } from './payment-collection.service';
import { PaymentMethodsController } from './payment-methods.controller';
import { PaymentMethodsResolver } from './payment-methods.resolver';
import { PaymentMethodsService } from './payment-methods.service';
import { PaymentNotices } from './payment-notices.service';
import { PaymentProviders } from './payment-providers.service';
import { PaymentRun } from './payment-run.service';
import { PaymentsController } from './payments.controller';
import { PaymentsRepository } from './payments.repository';
import { PaymentsResolver } from './payments.resolver';
import { PaymentsService } from './payments.service';
import { SandboxPayments } from './sandbox/sandbox-payments.repository';

@Module({
  imports: [CustomersModule, IntegrationsModule, InvoicesModule],
  controllers: [PaymentMethodsController, PaymentsController],
  providers: [
    DuePayments,
    ImportedMethods,
    MethodAttachments,
    MethodDetachments,
    PaymentCalls,
    PaymentCollection,
    PaymentMethodsResolver,
    PaymentMethodsService,
    PaymentNotices,
    PaymentProviders,
    PaymentRun,
    PaymentsRepository,
    PaymentsResolver,
    PaymentsService,
    SandboxPayments,
  ],
  exports: [ImportedMethods],
})
export class PaymentsModule {}
