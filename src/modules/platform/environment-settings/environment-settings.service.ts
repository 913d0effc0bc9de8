import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { Environment } from '#libs/config/env';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { UseCase, Within } from '#libs/use-cases/use-case';
import {
  defaultCreditThresholds,
  type EnvironmentSettings as StoredSettings,
  type Settings,
} from './domain/environment-settings';
import type { UpdateEnvironmentSettingsBody } from './environment-settings.inputs';
import { EnvironmentSettingsRepository } from './environment-settings.repository';
import { EnvironmentSettings } from './environment-settings.views';

const defaultAnchor = 'SUBSCRIPTION_START';
const defaultNoticeDays = 7;

/** Something else was chosen in the environment of the unit of work. */
export const environmentSettingsChanged = new Change<object>('environment-settings.changed');

@Injectable()
export class EnvironmentSettingsService {
  private readonly changes: Changes<StoredSettings, EnvironmentSettings>;
  private readonly defaults: Settings;

  constructor(
    private readonly settings: EnvironmentSettingsRepository,
    private readonly extensions: Extensions,
    recorder: Recorder,
    { usageGraceHours }: Environment,
  ) {
    this.defaults = {
      ...{ usageThresholds: [], creditThresholds: defaultCreditThresholds, usageGraceHours },
      ...{ billingAnchor: defaultAnchor, endsSoonDays: defaultNoticeDays, isCustomerTokenRequired: true },
    };
    this.changes = recorder.changesOf(settings, {
      entity: 'ENVIRONMENT_SETTINGS',
      noun: 'environment_settings',
      view: (stored) => EnvironmentSettings.from(stored.over(this.defaults)),
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
    return this.changes.apply(
      currentEnvironmentId(),
      'updated',
      (settings) => settings.choose(body),
      () => this.extensions.announce(environmentSettingsChanged, {}),
    );
  }

  /** What holds in the environment of the use case, defaults included; a change at the same time holds for what comes after it. */
  @Within()
  @Remembered()
  async inForce(): Promise<Settings> {
    return (await this.settings.getOrThrow()).over(this.defaults);
  }
}
