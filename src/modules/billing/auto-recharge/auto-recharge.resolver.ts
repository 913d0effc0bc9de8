import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { GetCreditAutoRechargeQuery, UpdateCreditAutoRechargeBody } from './auto-recharge.inputs';
import { AutoRechargeService } from './auto-recharge.service';
import { CreditAutoRecharge } from './auto-recharge.views';

const GetArgs = asArguments(GetCreditAutoRechargeQuery);

@Resolver(() => CreditAutoRecharge)
export class AutoRechargeResolver {
  constructor(private readonly recharges: AutoRechargeService) {}

  @ReadField(AutoRechargeService, 'get')
  get(@AllArgs(GetArgs) args: InstanceType<typeof GetArgs>) {
    return this.recharges.get(args);
  }

  @WriteField(AutoRechargeService, 'update')
  update(@Args('input') input: UpdateCreditAutoRechargeBody) {
    return this.recharges.update(input);
  }
}
