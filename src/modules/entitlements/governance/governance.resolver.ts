import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf, onwardArgs, onwardQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { graphqlTypeOf } from '#libs/shape/view-variants';
import { AssignmentsService } from './assignments.service';
import { EntitiesService } from './entities.service';
import { GovernanceTreeService } from './governance-tree.service';
import { GovernedChecksService } from './governed-checks.service';
import { CustomerEntitlementBeta } from './governed-checks.views';
import {
  ArchiveEntitiesBody,
  CheckGovernedEntitlementQuery,
  CustomerGovernanceQuery,
  ListAssignmentsQuery,
  ListEntitiesQuery,
  UpsertAssignmentsBody,
  UpsertEntitiesBody,
} from './governance.inputs';
import { GovernedEntity } from './governance.views';

const EntitiesArgs = connectionArgs(ListEntitiesQuery);
const AssignmentsArgs = connectionArgs(ListAssignmentsQuery);
const TreeArgs = onwardArgs(CustomerGovernanceQuery);
const CheckArgs = asArguments(CheckGovernedEntitlementQuery);

@Resolver(() => GovernedEntity)
export class GovernanceResolver {
  constructor(
    private readonly entities: EntitiesService,
    private readonly assignments: AssignmentsService,
    private readonly tree: GovernanceTreeService,
    private readonly checks: GovernedChecksService,
  ) {}

  @ReadField(EntitiesService, 'list')
  listEntities(
    @IdArg('customerId') customerId: string,
    @AllArgs(EntitiesArgs) args: InstanceType<typeof EntitiesArgs>,
  ) {
    return this.entities.list(customerId, listQueryOf<ListEntitiesQuery>(args));
  }

  @ReadField(EntitiesService, 'get')
  getEntity(@IdArg('customerId') customerId: string, @IdArg('id') id: string) {
    return this.entities.get(customerId, id);
  }

  @WriteField(EntitiesService, 'upsert')
  upsertEntities(@IdArg('customerId') customerId: string, @Args('input') input: UpsertEntitiesBody) {
    return this.entities.upsert(customerId, input);
  }

  @WriteField(EntitiesService, 'archive')
  archiveEntities(@IdArg('customerId') customerId: string, @Args('input') input: ArchiveEntitiesBody) {
    return this.entities.archive(customerId, input);
  }

  @WriteField(EntitiesService, 'unarchive')
  unarchiveEntities(@IdArg('customerId') customerId: string, @Args('input') input: ArchiveEntitiesBody) {
    return this.entities.unarchive(customerId, input);
  }

  @ReadField(AssignmentsService, 'list')
  listAssignments(
    @IdArg('customerId') customerId: string,
    @AllArgs(AssignmentsArgs) args: InstanceType<typeof AssignmentsArgs>,
  ) {
    return this.assignments.list(customerId, listQueryOf<ListAssignmentsQuery>(args));
  }

  @WriteField(AssignmentsService, 'upsert')
  upsertAssignments(@IdArg('customerId') customerId: string, @Args('input') input: UpsertAssignmentsBody) {
    return this.assignments.upsert(customerId, input);
  }

  @ReadField(GovernanceTreeService, 'list')
  listGovernance(
    @IdArg('customerId') customerId: string,
    @AllArgs(TreeArgs) args: InstanceType<typeof TreeArgs>,
  ) {
    return this.tree.list(customerId, onwardQueryOf<CustomerGovernanceQuery>(args));
  }

  @ReadField(GovernedChecksService, 'check', { union: graphqlTypeOf(CustomerEntitlementBeta) })
  check(@IdArg('customerId') customerId: string, @AllArgs(CheckArgs) query: InstanceType<typeof CheckArgs>) {
    return this.checks.check(customerId, query);
  }
}
