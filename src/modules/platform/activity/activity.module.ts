import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller';
import { ActivityReader } from './activity.reader';
import { ActivityResolver } from './activity.resolver';
import { ActivityService } from './activity.service';

@Module({ controllers: [ActivityController], providers: [ActivityReader, ActivityResolver, ActivityService] })
export class ActivityModule {}
