import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { newSigningSecret } from '#libs/credentials/customer-token';
import { lastFour } from '#libs/credentials/key-secret';
import { MachineClock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { addMs } from '#libs/kernel/period';
import { Follows } from '#libs/messaging/extensions';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { SecurityLog } from '#libs/security/security-log';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { PublishableKeysService } from '#modules/platform/api-keys';
import { environmentSettingsChanged } from '#modules/platform/environment-settings';
import { CustomerTokenSecret as StoredSecret, requireRoom } from './domain/customer-token-secret';
import { sealedPlace } from './domain/sealed-place';
import type { CreateCustomerTokenSecretBody, ListCustomerTokenSecretsQuery } from './customer-tokens.inputs';
import { CustomerTokenSecretsRepository } from './customer-token-secrets.repository';
import { CustomerTokenSecret } from './customer-tokens.views';

const hourMs = 3_600_000;

/** Who may say in whose name a browser asks: the vendor's server, by what it signs. Domain: access-and-events B4 */
@Injectable()
export class CustomerTokensService {
  private readonly changes: Changes<StoredSecret, CustomerTokenSecret>;

  constructor(
    private readonly secrets: CustomerTokenSecretsRepository,
    private readonly keys: PublishableKeysService,
    private readonly seal: CredentialSeal,
    private readonly clock: MachineClock,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(secrets, {
      entity: 'CUSTOMER_TOKEN_SECRET',
      noun: 'customer_token_secret',
      view: (stored) => CustomerTokenSecret.from(stored, this.clock.now()),
    });
  }

  /**
   * The new one is valid at once, those from before as long as is asked.
   * @throws IntegrityViolation where two are valid already, BadUserInput where the operator gave no key to seal it with
   */
  @UseCase('createCustomerTokenSecret', {
    needs: 'environmentSettings:write',
    answers: one(CustomerTokenSecret),
    summary: 'Make a secret for customer tokens, or rotate it. An addition.',
    answersSecret: 'secret',
  })
  async create({ graceHours }: CreateCustomerTokenSecretBody): Promise<CustomerTokenSecret> {
    if (!this.seal.isReady)
      throw badInput('The service has no key to seal secrets with; its operator sets SEALING_KEYS');
    await this.keys.hold();
    const now = this.clock.now();
    const before = await this.secrets.lockValid(now);
    if (graceHours !== undefined)
      for (const each of before) await this.endAt(each, addMs(now, graceHours * hourMs));
    requireRoom(before, now);
    const secret = newSigningSecret();
    const sealed = (uid: string) => this.seal.seal(secret, sealedPlace(currentEnvironmentId(), uid));
    const made = StoredSecret.issue(lastFour(secret), sealed, now);
    await this.changes.create(made);
    await this.keys.announceChange();
    this.unitOfWork.afterCommit(() => this.log.customerTokenSecretCreated(made));
    return CustomerTokenSecret.from(made, now, secret);
  }

  @UseCase('listCustomerTokenSecrets', {
    needs: 'environmentSettings:read',
    answers: page(CustomerTokenSecret),
    summary: 'List the secrets of customer tokens, without what they are. An addition.',
  })
  async list(query: ListCustomerTokenSecretsQuery): Promise<Page<CustomerTokenSecret>> {
    const now = this.clock.now();
    return mapPage(await this.secrets.list(pageRequestOf(query)), (each) =>
      CustomerTokenSecret.from(each, now),
    );
  }

  /** At once and for good; once more changes nothing. @throws CustomerTokenSecretNotFound */
  @UseCase('endCustomerTokenSecret', {
    needs: 'environmentSettings:write',
    answers: one(CustomerTokenSecret),
    summary: 'End a secret of customer tokens for good. An addition.',
  })
  async end(id: string): Promise<CustomerTokenSecret> {
    await this.keys.hold();
    return this.endAt(await this.secrets.lockOrThrow(id), this.clock.now());
  }

  /** Whether a token is needed is a setting. */
  @Follows(environmentSettingsChanged)
  announce(): Promise<void> {
    return this.keys.announceChange();
  }

  private endAt(secret: StoredSecret, at: Date): Promise<CustomerTokenSecret> {
    const isNow = at <= this.clock.now();
    return this.changes.apply(
      secret,
      isNow ? 'ended' : 'updated',
      () => secret.endAt(at),
      async () => {
        await this.keys.announceChange();
        this.unitOfWork.afterCommit(() => this.log.customerTokenSecretEnded(secret));
      },
    );
  }
}
