import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, page, serves } from '#libs/http/endpoint';
import { ListActivityQuery } from './activity.inputs';
import { ActivityService } from './activity.service';
import { Activity } from './activity.views';

@ApiTags('Activity')
@Controller('api/v1/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Endpoint.get('', serves(ActivityService, 'list'), page(Activity), {
    summary: 'List what was changed, newest first. An addition.',
  })
  list(@Query() query: ListActivityQuery) {
    return this.activity.list(query);
  }
}
