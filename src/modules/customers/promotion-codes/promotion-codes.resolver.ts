import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
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

  @WriteField(serves(PromotionCodesService, 'create'), one(PromotionCode), {
    summary: 'Create a promotion code.',
  })
  createPromotionCode(@Args('input') input: CreatePromotionCodeBody) {
    return this.codes.create(input);
  }

  @ReadField(serves(PromotionCodesService, 'list'), page(PromotionCode), {
    summary: 'List promotion codes, newest first.',
  })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.codes.list(listQueryOf<ListPromotionCodesQuery>(args));
  }

  @ReadField(serves(PromotionCodesService, 'get'), one(PromotionCode), {
    summary: 'Get a promotion code, in any spelling.',
  })
  get(@IdArg('id') id: string) {
    return this.codes.get(id);
  }

  @WriteField(serves(PromotionCodesService, 'update'), one(PromotionCode), {
    summary: 'Change the limits of a promotion code.',
  })
  updatePromotionCode(@IdArg('id') id: string, @Args('input') input: UpdatePromotionCodeBody) {
    return this.codes.update(id, input);
  }

  @WriteField(serves(PromotionCodesService, 'archive'), one(PromotionCode), {
    summary: 'Archive a promotion code for good.',
  })
  archivePromotionCode(@IdArg('id') id: string) {
    return this.codes.archive(id);
  }
}
