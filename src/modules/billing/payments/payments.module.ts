import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { PaymentMethodsController } from './payment-methods.controller';
import { PaymentMethodsResolver } from './payment-methods.resolver';
import { PaymentMethodsService } from './payment-methods.service';
import { PaymentProviders } from './payment-providers.service';
import { SandboxPayments } from './sandbox/sandbox-payments.repository';

@Module({
  imports: [CustomersModule, IntegrationsModule],
  controllers: [PaymentMethodsController],
  providers: [PaymentMethodsResolver, PaymentMethodsService, PaymentProviders, SandboxPayments],
})
export class PaymentsModule {}
