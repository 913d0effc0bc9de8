import type { CatalogObject } from './catalog-object';
import { normalMetadata, lean } from './lean';
import { plainForm, type PartForm } from './part-form';

interface UnitTransformationDocument {
  divide: number;
  round?: 'UP' | 'DOWN';
  featureUnits?: string | null;
  featureUnitsPlural?: string | null;
}

interface MeterDocument {
  aggregation: { function: string; field?: string };
  filters: { conditions: { field: string; operation: string; value?: string; values?: string[] }[] }[];
}

export interface FeatureDocument extends CatalogObject {
  displayName: string;
  description?: string | null;
  featureType: string;
  meterType?: string;
  featureUnits?: string | null;
  featureUnitsPlural?: string | null;
  unitTransformation?: UnitTransformationDocument | null;
  meter?: MeterDocument | null;
  enumConfiguration?: { value: string; displayName: string }[] | null;
  metadata?: Record<string, string>;
}

/** Whether a feature is in use (NEW, ACTIVE) follows from the plans, so the document does not say it. Domain: catalog F3 */
export const featureForm: PartForm<FeatureDocument> = {
  ...plainForm,
  part: 'features',
  kind: 'FEATURE',
  resource: 'features',
  // Domain: catalog F2
  fixed: ['featureType', 'meterType'],
  normal: ({ id, displayName, description, featureType, meterType, featureUnits, ...rest }) =>
    lean<FeatureDocument>(
      {
        ...{ id, displayName, description, featureType, meterType, featureUnits },
        featureUnitsPlural: rest.featureUnitsPlural,
        unitTransformation: rest.unitTransformation && normalUnits(rest.unitTransformation),
        meter: rest.meter && normalMeter(rest.meter),
        enumConfiguration: rest.enumConfiguration?.map(({ value, displayName: name }) => ({
          value,
          displayName: name,
        })),
        metadata: normalMetadata(rest.metadata),
      },
      { meterType: 'None' },
    ),
};

const normalUnits = ({ divide, round, featureUnits, featureUnitsPlural }: UnitTransformationDocument) =>
  lean<UnitTransformationDocument>({ divide, round, featureUnits, featureUnitsPlural }, { round: 'UP' });

/** Told whole, an empty list of filters too: without one it takes every event. */
const normalMeter = ({ aggregation, filters }: MeterDocument): MeterDocument => ({
  aggregation: lean({ function: aggregation.function, field: aggregation.field }),
  filters: filters.map(({ conditions }) => ({
    conditions: conditions.map(({ field, operation, value, values }) => ({
      ...{ field, operation },
      ...(value !== undefined && { value }),
      ...(values && { values: [...values] }),
    })),
  })),
});
