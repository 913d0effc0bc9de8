import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { MeterRebuildService } from './meter-rebuild.service';
import { MeterRebuild } from './meter-rebuild.views';

@Resolver(() => MeterRebuild)
export class MeterRebuildResolver {
  constructor(private readonly rebuilds: MeterRebuildService) {}

  @WriteField(MeterRebuildService, 'start')
  start(@IdArg('id') id: string) {
    return this.rebuilds.start(id);
  }
}
