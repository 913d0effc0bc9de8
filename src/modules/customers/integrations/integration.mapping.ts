import { addressedMapping, bool, instant, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { collectingVendor } from './domain/vendor';
import { Integration } from './domain/integration';

export const integrationMapping = addressedMapping(Integration, 'integration', {
  columns: {
    id: text(),
    vendorIdentifier: text(),
    displayName: text(true),
    sealedCredentials: text(true),
    credentialsChangedAt: instant(true),
    isSandbox: bool(),
  },
  uniques: [{ name: 'uq_integration_id', columns: ['id'] }],
  indices: [
    {
      name: 'uq_integration_vendor',
      columns: ['vendorIdentifier'],
      unique: true,
      where: `vendor_identifier <> '${collectingVendor}'`,
    },
    {
      name: 'uq_integration_collecting',
      columns: [],
      unique: true,
      where: `vendor_identifier = '${collectingVendor}'`,
    },
  ],
});

whenViolated('uq_integration_id', 'DuplicatedEntityNotAllowed', 'An integration with this id exists already');
whenViolated(
  'uq_integration_vendor',
  'DuplicateIntegrationNotAllowed',
  'vendorIdentifier: an integration of this vendor exists already; change that one',
);
whenViolated(
  'uq_integration_collecting',
  'BillingIntegrationAlreadyExistsError',
  'vendorIdentifier: what collects money is connected already; change or delete that integration',
);
