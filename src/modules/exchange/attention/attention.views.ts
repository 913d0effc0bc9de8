import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import type {
  FailingPayment as FoundPayment,
  Newest,
  WalletInOverdraft as FoundWallet,
} from './domain/attention';

@View('An open invoice whose latest payment failed.')
export class FailingPayment {
  @Text() customerId: string;
  @Text() invoiceId: string;
  @Text({ nullable: true }) invoiceNumber: string | null;
  @Num({ description: 'What is left to pay.' }) amountDue: number;
  @OneOf(CurrencyEnum) currency: CurrencyCode;
  @Timestamp({ description: 'When the latest payment failed.' }) failedAt: Date;
  @Text({ nullable: true }) failureReason: string | null;
  @Timestamp({ nullable: true, description: 'Null: nobody tries again by itself.' })
  nextAttemptAt: Date | null;

  static from(this: void, found: FoundPayment): FailingPayment {
    const { customerId, invoiceId, invoiceNumber, currency, failedAt, failureReason, nextAttemptAt } = found;
    const amountDue = Money.of(found.amountDue, currency).toNumber();
    return {
      ...{ customerId, invoiceId, invoiceNumber, amountDue, currency },
      ...{ failedAt, failureReason, nextAttemptAt },
    };
  }
}

@View('Payments that fail, the newest failure first.')
export class FailingPayments {
  @ListOf(FailingPayment) items: FailingPayment[];
  @Bool({ description: 'There are more than are told.' }) hasMore: boolean;
}

@View('A wallet of which something is owed.')
export class WalletInOverdraft {
  @Text() customerId: string;
  @Text({ description: 'Of the custom currency.' }) currencyId: string;
  @Text({ nullable: true, description: 'Null: the wallet of the customer itself.' })
  resourceId: string | null;
  @Num({ description: 'Below 0.' }) balance: number;
  @Timestamp({ description: 'Instant of the use since which something is owed.' }) since: Date;

  static from(this: void, found: FoundWallet): WalletInOverdraft {
    const { customerId, currencyId, resourceId, balance, since } = found;
    return { customerId, currencyId, resourceId, balance: balance.toNumber(), since };
  }
}

@View('Wallets in overdraft, the newest first.')
export class WalletsInOverdraft {
  @ListOf(WalletInOverdraft) items: WalletInOverdraft[];
  @Bool({ description: 'There are more than are told, or may be.' }) hasMore: boolean;
}

@View('What somebody should look at, of all customers.')
export class Attention {
  @Nested(FailingPayments, { nullable: true, description: 'Null: the caller may not read invoices.' })
  payments: FailingPayments | null;

  @Nested(WalletsInOverdraft, { nullable: true, description: 'Null: the caller may not read credits.' })
  wallets: WalletsInOverdraft | null;

  static from(payments: Newest<FoundPayment> | null, wallets: Newest<FoundWallet> | null): Attention {
    return {
      payments: payments && { ...payments, items: payments.items.map(FailingPayment.from) },
      wallets: wallets && { ...wallets, items: wallets.items.map(WalletInOverdraft.from) },
    };
  }
}
