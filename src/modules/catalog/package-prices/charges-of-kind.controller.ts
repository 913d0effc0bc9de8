import { Inject, Query, type Type } from '@nestjs/common';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import type { ChargesOfKind } from './charges-of-kind.service';
import { ListChargesQuery } from './package-charges.inputs';

/** A controller of the price rows of plans, or of addons, to be extended with its path and its tag. */
export function ChargesController<S extends ChargesOfKind>(Service: Type<S>) {
  class ChargesController {
    @Inject(Service) readonly charges: S;

    @Endpoint.get<ChargesOfKind>('charges', Service, 'list')
    list(@PathId('id') id: string, @Query() query: ListChargesQuery) {
      return this.charges.list(id, query);
    }
  }
  return ChargesController;
}
