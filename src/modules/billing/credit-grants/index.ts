export { CreditGrantsModule } from './credit-grants.module';
export { CreditSales, ownWallet } from './credit-sales.service';
