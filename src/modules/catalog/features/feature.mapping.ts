import { jsonb, addressedMapping, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Feature } from './domain/feature';

export const featureMapping = addressedMapping(Feature, 'feature', {
  columns: {
    id: text(),
    displayName: text(),
    description: text(true),
    featureType: text(),
    meterType: text(),
    featureStatus: text(),
    featureUnits: text(true),
    featureUnitsPlural: text(true),
    enumConfiguration: jsonb(true),
    unitTransformation: jsonb(true),
    meter: jsonb(true),
    metadata: jsonb(),
  },
  uniques: [{ name: 'uq_feature_id', columns: ['id'] }],
  searched: ['id', 'displayName'],
});

whenViolated('uq_feature_id', 'DuplicatedEntityNotAllowed', 'A feature with this id exists already');
