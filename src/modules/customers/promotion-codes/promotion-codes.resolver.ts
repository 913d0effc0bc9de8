import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreatePromotionCodeBody,
  ListPromotionCodesQuery,
  UpdatePromotionCodeBody,
} from './promotion-codes.inputs';
import { PromotionCodesService } from './promotion-codes.service';
import { PromotionCode } from './promotion-codes.views';

const ListArgs = connectionArgs(ListPromotionCodesQuery);

@Resolver(() => PromotionCode)
export class PromotionCodesResolver {
  constructor(private readonly codes: PromotionCodesService) {}

  @WriteField(PromotionCodesService, 'create')
  createPromotionCode(@Args('input') input: CreatePromotionCodeBody) {
    return this.codes.create(input);
  }

  @ReadField(PromotionCodesService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.codes.list(listQueryOf<ListPromotionCodesQuery>(args));
  }

  @ReadField(PromotionCodesService, 'get')
  get(@IdArg('id') id: string) {
    return this.codes.get(id);
  }

  @WriteField(PromotionCodesService, 'update')
  updatePromotionCode(@IdArg('id') id: string, @Args('input') input: UpdatePromotionCodeBody) {
    return this.codes.update(id, input);
  }

  @WriteField(PromotionCodesService, 'archive')
  archivePromotionCode(@IdArg('id') id: string) {
    return this.codes.archive(id);
  }
}
