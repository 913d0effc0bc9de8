import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { UseCase } from '#libs/use-cases/use-case';
import type { EnvironmentSettings as StoredSettings, Settings } from './domain/environment-settings';
import type { UpdateEnvironmentSettingsBody } from './environment-settings.inputs';
import { EnvironmentSettingsRepository } from './environment-settings.repository';
import { EnvironmentSettings } from './environment-settings.views';

@Injectable()
export class EnvironmentSettingsService {
  private readonly changes: Changes<StoredSettings, EnvironmentSettings>;

  constructor(settings: EnvironmentSettingsRepository, recorder: Recorder, { usageGraceHours }: Environment) {
    const defaults: Settings = { usageThresholds: [], usageGraceHours };
    this.changes = recorder.changesOf(settings, {
      entity: 'ENVIRONMENT_SETTINGS',
      noun: 'environment_settings',
      view: (stored) => EnvironmentSettings.from(stored.over(defaults)),
    });
  }

  /** Domain: access-and-events A6 */
  @UseCase('getEnvironmentSettings', {
    needs: 'environmentSettings:read',
    answers: one(EnvironmentSettings),
    summary: 'Get the settings of the environment.',
  })
  get(): Promise<EnvironmentSettings> {
    return this.changes.get(currentEnvironmentId());
  }

  /** @throws BadUserInput for a threshold that is named twice */
  @UseCase('updateEnvironmentSettings', {
    needs: 'environmentSettings:write',
    answers: one(EnvironmentSettings),
    summary: 'Change settings of the environment.',
  })
  update(body: UpdateEnvironmentSettingsBody): Promise<EnvironmentSettings> {
    return this.changes.apply(currentEnvironmentId(), 'updated', (settings) => settings.choose(body));
  }
}
