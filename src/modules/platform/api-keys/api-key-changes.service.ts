import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { addDays } from '#libs/kernel/period';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { SecurityLog, type KeyEvent } from '#libs/security/security-log';
import { EnvironmentSettingsService } from '#modules/platform/environment-settings';
import { ApiKeysRepository } from './api-keys.repository';
import type { ApiKey as StoredApiKey, KeyTimes } from './domain/api-key';
import { ApiKey } from './api-keys.views';

/** How keys are told and changed: each change is written down, bites in every process and stands in the log. Domain: access-and-events Y6, Y7 */
@Injectable()
export class ApiKeyChanges {
  private readonly record: Changes<StoredApiKey, ApiKey>;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly settings: EnvironmentSettingsService,
    private readonly clock: MachineClock,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    recorder: Recorder,
  ) {
    this.record = recorder.changesOf(keys, {
      entity: 'API_KEY',
      noun: 'api_key',
      view: async (key) => ApiKey.from(key, await this.times()),
      picture: (key) => this.pictureOf(key),
    });
  }

  /** Keys live by the clock of the machine (access-and-events K4). */
  async times(): Promise<KeyTimes> {
    const { endsSoonDays } = await this.settings.inForce();
    const now = this.clock.now();
    return { now, soonUntil: addDays(now, endsSoonDays) };
  }

  /** @throws ApiKeyNotFound */
  get(id: string): Promise<ApiKey> {
    return this.record.get(id);
  }

  async create(key: StoredApiKey, secret: string): Promise<ApiKey> {
    const made = await this.record.create(key);
    this.tell('created', key);
    return Object.assign(made, { secret });
  }

  /**
   * @param verb as the log of activity ends its name
   * @param secret that the change gives it: told in the answer, and nowhere else
   */
  async change(
    key: StoredApiKey,
    verb: Exclude<KeyEvent, 'created'>,
    change: (now: Date) => void,
    secret?: string,
  ): Promise<ApiKey> {
    const { digest } = key;
    const changed = await this.record.apply(
      key,
      verb,
      () => change(this.clock.now()),
      async () => {
        await this.keys.announceChange(digest);
        this.tell(verb, key);
      },
    );
    return secret === undefined ? changed : Object.assign(changed, { secret });
  }

  /** In the log of the process once it is durable. */
  private tell(event: KeyEvent, key: StoredApiKey): void {
    this.unitOfWork.afterCommit(() => this.log.keyChanged(event, this.pictureOf(key)));
  }

  /** For logs it is enough that it holds: what ends soon is no fact of the change. */
  private pictureOf(key: StoredApiKey): ApiKey {
    const now = this.clock.now();
    return ApiKey.from(key, { now, soonUntil: now });
  }
}
