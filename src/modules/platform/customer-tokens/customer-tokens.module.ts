import { Module } from '@nestjs/common';
import { CustomerTokenSecretsRepository } from './customer-token-secrets.repository';
import { CustomerTokensController } from './customer-tokens.controller';
import { CustomerTokensResolver } from './customer-tokens.resolver';
import { CustomerTokensService } from './customer-tokens.service';
import { ResealedSecretsService } from './resealed-secrets.service';

@Module({
  controllers: [CustomerTokensController],
  providers: [
    CustomerTokenSecretsRepository,
    CustomerTokensResolver,
    CustomerTokensService,
    ResealedSecretsService,
  ],
  exports: [ResealedSecretsService],
})
export class CustomerTokensModule {}
