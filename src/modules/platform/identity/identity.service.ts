import { Injectable } from '@nestjs/common';
import { callerMay, currentAccountId, currentActor, requireContext } from '#libs/context/request-context';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { EnvironmentsService, ofUsers } from '#modules/platform/accounts';
import { permissions } from '#modules/platform/api-keys';
import { Identity, type CallerKind } from './identity.views';

const all = [...permissions, ...ofUsers];

@Injectable()
export class IdentityService {
  constructor(private readonly environments: EnvironmentsService) {}

  /** What a page offers follows from it; what is refused all the same is up to each operation. Domain: access-and-events P2 */
  @UseCase('getIdentity', {
    needs: 'identity:read',
    answers: one(Identity),
    summary: 'Tell who the credential is, and what it may do. An addition.',
  })
  async get(): Promise<Identity> {
    return {
      kind: requireContext().principal?.kind as CallerKind,
      actor: currentActor(),
      accountId: currentAccountId(),
      environment: await this.environments.own(),
      permissions: all.filter(callerMay),
    };
  }
}
