import { Injectable } from '@nestjs/common';
import { list } from '#libs/use-cases/answer';
import { UseCase, Within } from '#libs/use-cases/use-case';
import type { Environment as StoredEnvironment } from './domain/environment';
import { EnvironmentsReader } from './environments.reader';
import { EnvironmentsRepository } from './environments.repository';
import { Environment } from './identity.views';

@Injectable()
export class EnvironmentsService {
  constructor(
    private readonly environments: EnvironmentsReader,
    private readonly held: EnvironmentsRepository,
  ) {}

  /** A key sees its own, and a user the one that was chosen. Domain: access-and-events A8 */
  @UseCase('listEnvironments', {
    needs: 'environmentSettings:read',
    answers: list(Environment),
    summary: 'List the environments that the credential sees: its own. An addition.',
  })
  async list(): Promise<Environment[]> {
    return (await this.environments.own()).map(Environment.from);
  }

  /** The one of the request: until the end of the unit of work it stays what it is for. */
  @Within()
  async holdOwn(): Promise<StoredEnvironment> {
    const own = await this.held.holdOwn();
    if (!own) throw new Error('A credential stands for an environment that is not there');
    return own;
  }
}
