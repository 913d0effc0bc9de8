import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { ListActivityQuery } from './activity.inputs';
import { ActivityService } from './activity.service';

@ApiTags('Activity')
@Controller('api/v1/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Endpoint.get('', ActivityService, 'list')
  list(@Query() query: ListActivityQuery) {
    return this.activity.list(query);
  }

  @Endpoint.get('proof', ActivityService, 'prove')
  prove() {
    return this.activity.prove();
  }

  @Endpoint.get('account', ActivityService, 'listOfAccount')
  listOfAccount(@Query() query: ListActivityQuery) {
    return this.activity.listOfAccount(query);
  }
}
