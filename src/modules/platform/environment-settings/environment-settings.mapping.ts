import { EntitySchema } from 'typeorm';
import { instant, integer, jsonb, uuid } from '#libs/persistence/mapping';
import { EnvironmentSettings } from './domain/environment-settings';

/** One row an environment, made by its first change. A new setting is a new key of `chosen`, so it needs no migration. ADR-0058 */
export const environmentSettingsMapping = new EntitySchema<EnvironmentSettings>({
  name: 'EnvironmentSettings',
  target: EnvironmentSettings,
  tableName: 'environment_settings',
  columns: {
    environmentId: {
      ...uuid(),
      name: 'environment_id',
      primary: true,
      primaryKeyConstraintName: 'pk_environment_settings',
    },
    chosen: jsonb(),
    revision: integer(),
    createdAt: { ...instant(), name: 'created_at' },
    updatedAt: { ...instant(), name: 'updated_at' },
  },
});
