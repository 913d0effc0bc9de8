import { Injectable } from '@nestjs/common';
import { currentContext, currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { EnvironmentSettings } from './domain/environment-settings';
import { environmentSettingsMapping } from './environment-settings.mapping';

const make = `insert into environment_settings (environment_id, chosen, revision, created_at, updated_at)
              values ($1, '{}', 1, $2, $2) on conflict do nothing`;
const store = `update environment_settings set chosen = $2, revision = $3, updated_at = $4 where environment_id = $1`;

/** The settings of the environment that asks: one row, or none yet. */
@Injectable()
export class EnvironmentSettingsRepository extends TenantTable<EnvironmentSettings> {
  constructor(
    persistence: Persistence,
    private readonly clock: Clock,
  ) {
    super(persistence, environmentSettingsMapping);
  }

  async getOrThrow(): Promise<EnvironmentSettings> {
    const [settings] = await this.where('true', []);
    return settings
      ? named(settings)
      : EnvironmentSettings.untouched(currentEnvironmentId(), this.clock.now());
  }

  /** Makes the row where there is none, so that there is something to lock. @throws as a caller's `If-Match` says */
  async lockOrThrow(): Promise<EnvironmentSettings> {
    await this.ask(make, [this.clock.now()]);
    const [locked] = await this.where('true for no key update', []);
    if (!locked) throw new Error('The settings were not locked');
    const settings = named(locked);
    currentContext()?.precondition?.meet(settings);
    return settings;
  }

  override async save(settings: EnvironmentSettings, now: Date): Promise<void> {
    settings.revision += 1;
    settings.updatedAt = now;
    await this.ask(store, [JSON.stringify(settings.chosen), settings.revision, now]);
  }
}

/** The row needs no second key. */
const named = (settings: EnvironmentSettings): EnvironmentSettings =>
  Object.assign(settings, { uid: settings.environmentId });
