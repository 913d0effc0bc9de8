import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PreviewSubscriptionBody } from './subscription-preview.inputs';
import { SubscriptionPreviewsService } from './subscription-previews.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionPreviewsController {
  constructor(private readonly previews: SubscriptionPreviewsService) {}

  @Endpoint.post('preview', SubscriptionPreviewsService, 'preview')
  preview(@Body() body: PreviewSubscriptionBody) {
    return this.previews.preview(body);
  }
}
