import {
  addressedMapping,
  amount,
  bool,
  instant,
  integer,
  jsonb,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { AutoRecharge } from './domain/auto-recharge';

export const autoRechargeMapping = addressedMapping(AutoRecharge, 'auto_recharge', {
  columns: {
    walletUid: uuid(),
    customerUid: uuid(),
    customerId: text(),
    currencyUid: uuid(),
    currencyId: text(),
    isEnabled: bool(),
    thresholdType: text(),
    thresholdValue: amount(),
    targetBalance: amount(),
    maxSpendLimit: amount(true),
    grantExpirationPeriod: text(),
    collectedBy: text(true),
    configuredAt: instant(),
    failures: integer(),
    spent: amount(),
    spentIn: text(true),
    attempt: jsonb(true),
  },
  uniques: [{ name: 'uq_auto_recharge_place', columns: ['customerUid', 'currencyUid'] }],
  indices: [{ name: 'ix_auto_recharge_wallet', columns: ['walletUid'], unique: true }],
  references: [{ name: 'fk_auto_recharge_wallet', property: 'walletUid', target: () => 'CreditWallet' }],
});
