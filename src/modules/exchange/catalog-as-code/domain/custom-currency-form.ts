import type { CatalogObject } from './catalog-object';
import { normalMetadata, lean } from './lean';
import { plainForm, type PartForm } from './part-form';

export interface CustomCurrencyDocument extends CatalogObject {
  displayName: string;
  description?: string | null;
  symbol?: string | null;
  units?: { singular: string; plural: string } | null;
  metadata?: Record<string, string>;
}

export const customCurrencyForm: PartForm<CustomCurrencyDocument> = {
  ...plainForm,
  part: 'customCurrencies',
  kind: 'CUSTOM_CURRENCY',
  resource: 'credits',
  normal: ({ id, displayName, description, symbol, units, metadata }) =>
    lean<CustomCurrencyDocument>({
      ...{ id, displayName, description, symbol },
      units: units && { singular: units.singular, plural: units.plural },
      metadata: normalMetadata(metadata),
    }),
};
