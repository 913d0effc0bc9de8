import { bool, decimal, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { Charge } from './domain/charge';

export const chargeMapping = tenantMapping(Charge, 'charge', {
  columns: {
    id: text(),
    packageVersionUid: uuid(),
    billingId: text(true),
    billingModel: text(),
    billingPeriod: text(),
    billingCadence: text(),
    billingCountryCode: text(true),
    isOverage: bool(),
    featureUid: uuid(true),
    featureId: text(true),
    customCurrencyUid: uuid(true),
    customCurrencyId: text(true),
    currency: text(true),
    price: decimal(true),
    tiersMode: text(true),
    tiers: jsonb(true),
    blockSize: decimal(true),
    minUnitQuantity: integer(true),
    maxUnitQuantity: integer(true),
    creditGrantCadence: text(true),
    rateAmount: decimal(true),
    rateCurrencyUid: uuid(true),
    rateCurrencyId: text(true),
    costFormula: text(true),
    resetPeriod: text(true),
    accordingTo: text(true),
  },
  uniques: [{ name: 'uq_charge_id', columns: ['id'] }],
  indices: [
    { name: 'ix_charge_version', columns: ['packageVersionUid'] },
    { name: 'ix_charge_feature', columns: ['featureUid'] },
    { name: 'ix_charge_currency', columns: ['customCurrencyUid'] },
    { name: 'ix_charge_rate_currency', columns: ['rateCurrencyUid'] },
  ],
  references: [
    {
      name: 'fk_charge_version',
      property: 'packageVersionUid',
      // By name: packages lie above and refer to charges.
      target: () => 'PackageVersion',
      onDelete: 'CASCADE',
    },
    { name: 'fk_charge_feature', property: 'featureUid', target: () => 'Feature' },
    { name: 'fk_charge_currency', property: 'customCurrencyUid', target: () => 'CustomCurrency' },
    { name: 'fk_charge_rate_currency', property: 'rateCurrencyUid', target: () => 'CustomCurrency' },
  ],
});
