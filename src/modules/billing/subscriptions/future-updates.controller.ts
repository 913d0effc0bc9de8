import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { FutureUpdatesService } from './future-updates.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class FutureUpdatesController {
  constructor(private readonly updates: FutureUpdatesService) {}

  @Endpoint.delete(':id/future-update/schedule', FutureUpdatesService, 'cancelScheduled')
  cancelScheduled(@PathId('id') id: string) {
    return this.updates.cancelScheduled(id);
  }

  @Endpoint.delete(':id/future-update/pending-payment', FutureUpdatesService, 'cancelPendingPayment')
  cancelPendingPayment(@PathId('id') id: string) {
    return this.updates.cancelPendingPayment(id);
  }
}
