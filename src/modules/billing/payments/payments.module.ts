import { Module } from '@nestjs/common';
import { InvoicesModule } from '#modules/billing/invoices';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { DuePayments } from './due-payments.reader';
import { ImportedMethods } from './imported-methods.service';
import { MethodAttachments } from './method-attachments.service';
import { MethodDetachments } from './method-detachments.service';
import { PageMethods } from './page-methods.service';
import { PaymentAttempts } from './payment-attempts.service';
import { PaymentCalls } from './payment-calls.service';
import { PaymentCollection } from './payment-collection.service';
import { PaymentFailures } from './payment-failures.service';
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
import { PendingPayments } from './pending-payments.service';
import { PurchaseCompletion } from './purchase-completion.service';
import { PurchaseOffers } from './purchase-offers.service';
import { Purchases } from './purchases.service';
import { SandboxCheckouts } from './sandbox/sandbox-checkouts.repository';
import { SandboxPages } from './sandbox/sandbox-pages';
import { SandboxPayments } from './sandbox/sandbox-payments.repository';

@Module({
  imports: [CustomersModule, IntegrationsModule, InvoicesModule],
  controllers: [PaymentMethodsController, PaymentsController],
  providers: [
    DuePayments,
    ImportedMethods,
    MethodAttachments,
    MethodDetachments,
    PageMethods,
    PaymentAttempts,
    PaymentCalls,
    PaymentCollection,
    PaymentFailures,
    PaymentMethodsResolver,
    PaymentMethodsService,
    PaymentNotices,
    PaymentProviders,
    PaymentRun,
    PaymentsRepository,
    PaymentsResolver,
    PaymentsService,
    PendingPayments,
    PurchaseCompletion,
    PurchaseOffers,
    Purchases,
    SandboxCheckouts,
    SandboxPages,
    SandboxPayments,
  ],
  exports: [ImportedMethods, PendingPayments, Purchases],
})
export class PaymentsModule {}
