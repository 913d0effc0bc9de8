import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, one } from '#libs/use-cases/answer';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { AccountsBootstrap } from './accounts.bootstrap';
import type { Environment as StoredEnvironment } from './domain/environment';
import type { CreateEnvironmentBody } from './environments.inputs';
import { EnvironmentsReader } from './environments.reader';
import { EnvironmentsRepository } from './environments.repository';
import { Environment, NewEnvironment } from './accounts.views';
import { OwnAccount } from './own-account.service';

@Injectable()
export class EnvironmentsService {
  private readonly changes: ChangeRecord<StoredEnvironment>;

  constructor(
    private readonly environments: EnvironmentsReader,
    private readonly held: EnvironmentsRepository,
    private readonly account: OwnAccount,
    private readonly bootstrap: AccountsBootstrap,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({
      entity: 'ENVIRONMENT',
      noun: 'environment',
      picture: Environment.from,
    });
  }

  /** A key sees its own, and a user those of the account in which they have a role: nobody need know an id to begin with. Domain: access-and-events A8 */
  @UseCase('listEnvironments', {
    about: 'account',
    needs: 'environmentSettings:read',
    answers: list(Environment),
    summary: 'List the environments that the credential sees. An addition.',
  })
  async list(): Promise<Environment[]> {
    const isUser = requireContext().principal?.kind === 'USER';
    const seen = isUser ? await this.environments.ofMember() : await this.environments.own();
    return seen.map(Environment.from);
  }

  /**
   * With its two default keys, whose secrets are told once. It is never deleted.
   * @throws DuplicatedEntityNotAllowed for a name that another environment of the account has; who is no OWNER any more is refused
   */
  @UseCase('createEnvironment', {
    about: 'account',
    needs: 'environments:write',
    answers: one(NewEnvironment),
    summary: 'Make a further environment of the account. An addition.',
    answersSecret: ['serverKey', 'publishableKey'],
  })
  async create({ name, type }: CreateEnvironmentBody): Promise<NewEnvironment> {
    const account = await this.account.hold();
    const before = await this.environments.ofAccount();
    if (before.some((each) => each.name === name))
      throw new DomainError(
        'DuplicatedEntityNotAllowed',
        `name: an environment of this account is called ${name} already; choose another name`,
      );
    const { environmentId, createdAt, ...keys } = await this.bootstrap.addEnvironment(account.id, name, type);
    const made = { id: environmentId, name, type, createdAt };
    this.changes.add('created', null, made);
    return { ...Environment.from(made), ...keys };
  }

  /** The one of the request, as it is told. */
  @Within()
  async own(): Promise<Environment> {
    const [own] = await this.environments.own();
    if (!own) throw new Error('A credential stands for an environment that is not there');
    return Environment.from(own);
  }

  /** The one of the request: until the end of the unit of work it stays what it is for. */
  @Within()
  async holdOwn(): Promise<StoredEnvironment> {
    const own = await this.held.holdOwn();
    if (!own) throw new Error('A credential stands for an environment that is not there');
    return own;
  }
}
