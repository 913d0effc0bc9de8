import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { IdentityService } from './identity.service';

@ApiTags('Identity')
@Controller('api/v1/identity')
export class IdentityController {
  constructor(private readonly identity: IdentityService) {}

  @Endpoint.get('', IdentityService, 'get')
  get() {
    return this.identity.get();
  }
}
