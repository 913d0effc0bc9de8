export { CustomerTokensModule } from './customer-tokens.module';
export { ResealedSecretsService } from './resealed-secrets.service';
export { sealedPlace } from './domain/sealed-place';
