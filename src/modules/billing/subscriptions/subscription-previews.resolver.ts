import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { PreviewSubscriptionBody } from './subscription-preview.inputs';
import { SubscriptionPreviewsService } from './subscription-previews.service';

@Resolver()
export class SubscriptionPreviewsResolver {
  constructor(private readonly previews: SubscriptionPreviewsService) {}

  @WriteField(SubscriptionPreviewsService, 'preview')
  preview(@Args('input') input: PreviewSubscriptionBody) {
    return this.previews.preview(input);
  }
}
