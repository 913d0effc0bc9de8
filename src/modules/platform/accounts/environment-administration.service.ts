import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { requireSystem } from '#libs/context/require-system';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { badInput, type DomainError } from '#libs/kernel/errors/domain-error';
import { Extensions, Question } from '#libs/messaging/extensions';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import type { Environment as StoredEnvironment } from './domain/environment';
import { EnvironmentsReader } from './environments.reader';
import { EnvironmentsRepository } from './environments.repository';
import { Environment, EnvironmentOfAccount } from './accounts.views';

/** May the environment of the context become of this type? Asked under its lock (access-and-events A8). */
export const environmentTypeChange = new Question<{ type: EnvironmentType }>('environment.type');

/** What `npm run admin` may do with environments. No door leads here. Domain: access-and-events A8 */
@Injectable()
export class EnvironmentAdministrationService {
  private readonly changes: ChangeRecord<StoredEnvironment>;

  constructor(
    private readonly reader: EnvironmentsReader,
    private readonly environments: EnvironmentsRepository,
    private readonly extensions: Extensions,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({
      entity: 'ENVIRONMENT',
      noun: 'environment',
      picture: Environment.from,
    });
  }

  /** Account by account, oldest first. @throws IdentityForbidden for anybody but the system */
  @UseCase('listEveryEnvironment', {
    needs: 'environmentSettings:read',
    answers: list(EnvironmentOfAccount),
    summary: 'List the environments of all accounts.',
  })
  async listEvery(): Promise<EnvironmentOfAccount[]> {
    requireSystem(administered);
    return (await this.reader.everywhere()).map(EnvironmentOfAccount.from);
  }

  /**
   * Of the environment of the context. The type that it has already is no change and is told nobody.
   * @throws IdentityForbidden for anybody but the system; BadUserInput where there is no such environment;
   *   IntegrityViolation for PRODUCTION where the clock was set
   */
  @UseCase('setEnvironmentType', {
    needs: 'environmentSettings:write',
    answers: one(Environment),
    summary: 'Say what an environment is for.',
  })
  async setType(type: EnvironmentType): Promise<Environment> {
    requireSystem(administered);
    // Under its lock, so that what the new type forbids cannot begin meanwhile.
    const before = await this.environments.lockOwn();
    if (!before) throw unknown(currentEnvironmentId());
    if (before.type === type) return Environment.from(before);
    await this.extensions.ask(environmentTypeChange, { type });
    const after = { ...before, type };
    await this.environments.saveType(type);
    this.changes.add('updated', before, after);
    return Environment.from(after);
  }
}

// Full access is that to one environment; these speak of any.
const administered = 'Environments are administered';

const unknown = (id: string): DomainError =>
  badInput(`No environment has the id ${id}: npm run admin -- environments list tells them`);
