import { uidKey as key, type ExportModel, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;

/** @reads entity_type, governed_entity, usage_assignment of entitlements/governance */
const models: ExportModel[] = [
  {
    id: 'entity_types',
    displayName: 'Types of entities',
    from: 'from entity_type t where t.environment_id = $1',
    key,
    columns: {
      id: 'text',
      display_name: 'text',
      description: 'text',
      attribution_keys: { type: 'jsonb', sql: 'to_jsonb(t.attribution_keys)' },
      ...instants,
    },
  },
  {
    id: 'entities',
    displayName: 'Entities of customers',
    from: 'from governed_entity t where t.environment_id = $1',
    key,
    columns: {
      id: 'text',
      customer_uid: 'uuid',
      customer_id: 'text',
      entity_type_uid: 'uuid',
      entity_type_id: 'text',
      display_name: 'text',
      parent_uid: 'uuid',
      parent_id: 'text',
      metadata: 'jsonb',
      archived_at: 'timestamptz',
      ...instants,
    },
  },
  {
    id: 'entity_budgets',
    displayName: 'Budgets of entities, with what their newest windows hold',
    from: 'from usage_assignment t where t.environment_id = $1',
    key,
    columns: {
      customer_uid: 'uuid',
      entity_uid: 'uuid',
      entity_id: 'text',
      feature_uid: 'uuid',
      currency_uid: 'uuid',
      subject_id: 'text',
      scope_ids: { type: 'jsonb', sql: 'to_jsonb(t.scope_ids)' },
      usage_limit: 'numeric',
      cadence: 'text',
      used: 'numeric',
      window_start: 'timestamptz',
      window_end: 'timestamptz',
      ...instants,
    },
  },
];

export const governanceModels: ModelGroup = { id: 'governance', displayName: 'Governance', models };
