import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { ListActivityQuery } from './activity.inputs';
import { ActivityService } from './activity.service';
import { Activity } from './activity.views';

const ListArgs = connectionArgs(ListActivityQuery);

@Resolver(() => Activity)
export class ActivityResolver {
  constructor(private readonly activity: ActivityService) {}

  @ReadField(ActivityService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.activity.list(listQueryOf<ListActivityQuery>(args));
  }

  @ReadField(ActivityService, 'prove')
  prove() {
    return this.activity.prove();
  }

  @ReadField(ActivityService, 'listOfAccount')
  listOfAccount(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.activity.listOfAccount(listQueryOf<ListActivityQuery>(args));
  }
}
