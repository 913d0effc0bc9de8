import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { FutureUpdatesService } from './future-updates.service';

@Resolver()
export class FutureUpdatesResolver {
  constructor(private readonly updates: FutureUpdatesService) {}

  @WriteField(FutureUpdatesService, 'cancelScheduled')
  cancelScheduled(@IdArg('id') id: string) {
    return this.updates.cancelScheduled(id);
  }

  @WriteField(FutureUpdatesService, 'cancelPendingPayment')
  cancelPendingPayment(@IdArg('id') id: string) {
    return this.updates.cancelPendingPayment(id);
  }
}
