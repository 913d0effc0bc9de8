export { CreditGrantsModule } from './credit-grants.module';
