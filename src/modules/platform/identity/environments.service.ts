import { Injectable } from '@nestjs/common';
import { list } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { EnvironmentsReader } from './environments.reader';
import { Environment } from './identity.views';

@Injectable()
export class EnvironmentsService {
  constructor(private readonly environments: EnvironmentsReader) {}

  /** A key sees its own, and a user the one that was chosen. Domain: access-and-events A8 */
  @UseCase('listEnvironments', {
    needs: 'environmentSettings:read',
    answers: list(Environment),
    summary: 'List the environments that the credential sees: its own. An addition.',
  })
  async list(): Promise<Environment[]> {
    return (await this.environments.own()).map(Environment.from);
  }
}
