import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { StreamField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { StreamEntitlementsQuery } from './change-stream.inputs';
import { ChangeStreamService } from './change-stream.service';

const StreamArgs = asArguments(StreamEntitlementsQuery);

@Resolver()
export class ChangeStreamResolver {
  constructor(private readonly changes: ChangeStreamService) {}

  @StreamField(ChangeStreamService, 'follow')
  follow(@AllArgs(StreamArgs) query: InstanceType<typeof StreamArgs>) {
    return this.changes.follow(query);
  }
}
