import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { SetEnvironmentClockBody } from './environment-clocks.inputs';
import { EnvironmentClocksService } from './environment-clocks.service';
import { EnvironmentClock } from './environment-clocks.views';

@Resolver(() => EnvironmentClock)
export class EnvironmentClocksResolver {
  constructor(private readonly clocks: EnvironmentClocksService) {}

  @ReadField(EnvironmentClocksService, 'get')
  get(@IdArg('id') id: string) {
    return this.clocks.get(id);
  }

  @WriteField(EnvironmentClocksService, 'set')
  set(@IdArg('id') id: string, @Args('input') input: SetEnvironmentClockBody) {
    return this.clocks.set(id, input);
  }
}
