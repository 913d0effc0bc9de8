import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
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
    const { principal } = requireContext();
    if (!principal) throw new Error('A use case has a principal');
    const { kind, actor, accountId } = principal;
    return {
      kind: kind as CallerKind,
      actor,
      accountId,
      environment: await this.environments.own(),
      permissions: all.filter((permission) => principal.may(permission)),
    };
  }
}
