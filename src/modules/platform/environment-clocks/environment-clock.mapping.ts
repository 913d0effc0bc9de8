import { EntitySchema } from 'typeorm';
import { instant, integer, safeInteger, uuid } from '#libs/persistence/mapping';
import { EnvironmentClock } from './domain/environment-clock';

/** One row an environment, made when its clock is first set. ADR-0065 */
export const environmentClockMapping = new EntitySchema<EnvironmentClock>({
  name: 'EnvironmentClock',
  target: EnvironmentClock,
  tableName: 'environment_clock',
  columns: {
    environmentId: {
      ...uuid(),
      name: 'environment_id',
      primary: true,
      primaryKeyConstraintName: 'pk_environment_clock',
    },
    frozenAt: { ...instant(true), name: 'frozen_at' },
    aheadMs: { ...safeInteger(), name: 'ahead_ms' },
    version: safeInteger(),
    taskUid: { ...uuid(true), name: 'task_uid' },
    revision: integer(),
    createdAt: { ...instant(), name: 'created_at' },
    updatedAt: { ...instant(), name: 'updated_at' },
  },
  // Processes ask for what was made since they asked last.
  indices: [{ name: 'uq_environment_clock_version', columns: ['version'], unique: true }],
});
