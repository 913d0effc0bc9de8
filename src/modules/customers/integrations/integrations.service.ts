import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { requireSystem } from '#libs/context/require-system';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { mapPage, type Page, pageRequestOf, type PageRequest } from '#libs/kernel/page';
import { Extensions, Question, Vetoes } from '#libs/messaging/extensions';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { IdReference } from '#libs/shape/id-reference';
import { one, page } from '#libs/use-cases/answer';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { environmentTypeChange, EnvironmentsService } from '#modules/platform/accounts';
import { credentialsFor, isSandbox, requireFitting, type Credentials } from './domain/credentials';
import { Integration as StoredIntegration } from './domain/integration';
import { collectingVendor } from './domain/vendor';
import type {
  CreateIntegrationBody,
  ListIntegrationsQuery,
  UpdateIntegrationBody,
} from './integrations.inputs';
import { IntegrationsRepository, type IntegrationFilter } from './integrations.repository';
import { EnvironmentIntegration, ResealedIntegrations } from './integrations.views';

/**
 * May what an integration stands for be given up: is it deleted, or another account behind it? Asked under its lock
 * (customers-subscriptions U9).
 */
export const integrationRemoval = new Question<{ integration: StoredIntegration; isDeleted: boolean }>(
  'integration.remove',
);

/** Domain: customers-subscriptions U9 */
@Injectable()
export class IntegrationsService {
  private readonly changes: Changes<StoredIntegration, EnvironmentIntegration>;

  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly environments: EnvironmentsService,
    private readonly seal: CredentialSeal,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(integrations, {
      entity: 'INTEGRATION',
      noun: 'integration',
      view: EnvironmentIntegration.from,
    });
  }

  /**
   * @throws DuplicatedEntityNotAllowed, DuplicateIntegrationNotAllowed, BillingIntegrationAlreadyExistsError, IntegrationValidationError,
   *   UnsupportedParameter
   */
  @UseCase('createIntegration', {
    needs: 'integrations:write',
    answers: one(EnvironmentIntegration),
    summary: 'Connect a vendor with the environment. An addition.',
  })
  async create(body: CreateIntegrationBody): Promise<EnvironmentIntegration> {
    const { id = newUid(), vendorIdentifier, displayName = null } = body;
    const now = this.clock.now();
    const integration = StoredIntegration.create({ id, vendorIdentifier, displayName }, now);
    await this.keepCredentials(integration, body.credentials);
    return this.changes.create(integration);
  }

  /** @throws IntegrationNotFound */
  @UseCase('getIntegration', {
    needs: 'integrations:read',
    answers: one(EnvironmentIntegration),
    summary: 'Get an integration of the environment. An addition.',
  })
  async get(id: string): Promise<EnvironmentIntegration> {
    return this.changes.get(id);
  }

  @UseCase('listIntegrations', {
    needs: 'integrations:read',
    answers: page(EnvironmentIntegration),
    summary: 'List the integrations of the environment, newest first. An addition.',
  })
  async list(query: ListIntegrationsQuery): Promise<Page<EnvironmentIntegration>> {
    const filter = { vendors: query.vendorIdentifier };
    return mapPage(await this.integrations.list(pageRequestOf(query), filter), EnvironmentIntegration.from);
  }

  /** @throws IntegrationNotFound, IntegrationValidationError, UnsupportedParameter, CannotChangeBillingIntegration */
  @UseCase('updateIntegration', {
    needs: 'integrations:write',
    answers: one(EnvironmentIntegration),
    summary: 'Rename an integration, or give it other credentials. An addition.',
  })
  async update(
    id: string,
    { displayName, credentials }: UpdateIntegrationBody,
  ): Promise<EnvironmentIntegration> {
    return this.changes.apply(id, 'updated', async (integration) => {
      if (displayName !== undefined) integration.rename(displayName);
      if (!credentials) return;
      const wasSandbox = integration.isSandbox;
      await this.keepCredentials(integration, credentials);
      if (integration.isSandbox !== wasSandbox)
        await this.extensions.ask(integrationRemoval, { integration, isDeleted: false });
    });
  }

  /** @throws IntegrationNotFound, IntegrityViolation, CannotDeleteDefaultIntegration */
  @UseCase('deleteIntegration', {
    needs: 'integrations:write',
    answers: one(IdReference),
    summary: 'Disconnect a vendor that no customer is linked to. An addition.',
  })
  async delete(id: string): Promise<{ id: string }> {
    const integration = await this.integrations.lockOrThrow(id);
    await this.extensions.ask(integrationRemoval, { integration, isDeleted: true });
    await this.changes.remove(integration);
    return { id };
  }

  /** The environment may not become what its credentials are not for. @throws IntegrityViolation */
  @Vetoes(environmentTypeChange)
  async refuseEnvironmentType({ type }: typeof environmentTypeChange.facts): Promise<void> {
    const collecting = await this.integrations.ofVendor(collectingVendor);
    const credentials = collecting && (await this.credentialsOf(collecting));
    if (!credentials) return;
    try {
      requireFitting(credentials, type);
    } catch (cause) {
      const why = (cause as DomainError).message;
      throw Object.assign(new DomainError('IntegrityViolation', `Integration ${collecting.id}: ${why}`), {
        cause,
      });
    }
  }

  /** Of each vendor one at most. Nobody deletes or changes them before the end of the unit of work. */
  @Within()
  holdEvery(): Promise<StoredIntegration[]> {
    return this.integrations.holdEvery();
  }

  /** Of the integrations that the filter names. */
  @Within()
  page(request: PageRequest, filter: IntegrationFilter): Promise<Page<StoredIntegration>> {
    return this.integrations.list(request, filter);
  }

  @Within()
  find(id: string): Promise<StoredIntegration | undefined> {
    return this.integrations.find(id);
  }

  /** @throws IntegrationNotFound */
  @Within()
  getOrThrow(id: string): Promise<StoredIntegration> {
    return this.integrations.getOrThrow(id);
  }

  /** What collects money, where anything does. */
  @Within()
  collecting(): Promise<StoredIntegration | undefined> {
    return this.integrations.ofVendor(collectingVendor);
  }

  /** @throws IntegrationValidationError where the operator's key does not open them */
  @Within()
  async credentialsOf({
    environmentId,
    uid,
    id,
    sealedCredentials,
  }: StoredIntegration): Promise<Credentials | null> {
    if (sealedCredentials === null) return null;
    const opened = this.seal.open(sealedCredentials, placeOf(environmentId, uid));
    if (opened !== undefined) return JSON.parse(opened) as Credentials;
    const message = `The credentials of integration ${id} do not open under SEALING_KEYS; send them again by PATCH /integrations/${id}`;
    throw new DomainError('IntegrationValidationError', message);
  }

  /** Under the key that seals now. @throws IdentityForbidden for anybody but the system; IntegrationValidationError */
  @UseCase('resealIntegrations', {
    needs: 'integrations:write',
    answers: one(ResealedIntegrations),
    summary: 'Seal the credentials of the environment anew.',
  })
  async reseal(): Promise<ResealedIntegrations> {
    requireSystem('Credentials are sealed anew');
    const stale = (await this.integrations.everything(true)).filter(
      ({ sealedCredentials }) => sealedCredentials !== null && !this.seal.isCurrent(sealedCredentials),
    );
    for (const integration of stale)
      integration.reseal(this.sealed(integration, await this.credentialsOf(integration)));
    await this.integrations.saveAll(stale, this.clock.now());
    return { resealed: stale.length };
  }

  private async keepCredentials(
    integration: StoredIntegration,
    asked: UpdateIntegrationBody['credentials'],
  ): Promise<void> {
    const { type } = await this.environments.holdOwn();
    const credentials = credentialsFor(integration.vendorIdentifier, asked, type);
    if (!credentials) return;
    const kept = { credentials: this.sealed(integration, credentials), isSandbox: isSandbox(credentials) };
    integration.keepCredentials(kept, this.clock.now());
  }

  private sealed({ uid }: StoredIntegration, credentials: Credentials | null): string {
    if (this.seal.isReady)
      return this.seal.seal(JSON.stringify(credentials), placeOf(currentEnvironmentId(), uid));
    const message = 'credentials: the service has no key to seal them with; its operator sets SEALING_KEYS';
    throw new DomainError('IntegrationValidationError', message);
  }
}

const placeOf = (environmentId: string, uid: string): string => `integration ${environmentId} ${uid}`;
