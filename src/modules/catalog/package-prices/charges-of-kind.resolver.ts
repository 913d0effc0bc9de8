import { Inject, type Type } from '@nestjs/common';
import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import type { ChargesOfKind } from './charges-of-kind.service';
import { ListChargesQuery } from './package-charges.inputs';

export const ListChargesArgs = connectionArgs(ListChargesQuery);

/** The same operation as that of ChargesController. */
export function ChargesResolver<S extends ChargesOfKind>(Service: Type<S>) {
  @Resolver({ isAbstract: true })
  class ChargesResolver {
    @Inject(Service) readonly charges: S;

    @ReadField<ChargesOfKind>(Service, 'list')
    list(@IdArg('id') id: string, @AllArgs(ListChargesArgs) args: InstanceType<typeof ListChargesArgs>) {
      return this.charges.list(id, listQueryOf<ListChargesQuery>(args));
    }
  }
  return ChargesResolver;
}
