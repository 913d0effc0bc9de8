import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { ConsumptionService } from './consumption.service';
import {
  ConsumeCreditsAsyncBody,
  ConsumeCreditsBody,
  ListCreditLedgerQuery,
  ProveCreditLedgerQuery,
} from './credits.inputs';
import { CreditLedgerEntry } from './credits.views';
import { LedgerService } from './ledger.service';

const ListArgs = connectionArgs(ListCreditLedgerQuery);
const ProofArgs = asArguments(ProveCreditLedgerQuery);

@Resolver(() => CreditLedgerEntry)
export class CreditsResolver {
  constructor(
    private readonly consumption: ConsumptionService,
    private readonly ledger: LedgerService,
  ) {}

  @WriteField(ConsumptionService, 'consume')
  consume(@Args('input') input: ConsumeCreditsBody) {
    return this.consumption.consume(input);
  }

  @WriteField(ConsumptionService, 'consumeAll')
  consumeAll(@Args('input') input: ConsumeCreditsAsyncBody) {
    return this.consumption.consumeAll(input);
  }

  @ReadField(LedgerService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.ledger.list(listQueryOf<ListCreditLedgerQuery>(args));
  }

  @ReadField(LedgerService, 'prove')
  prove(@AllArgs(ProofArgs) args: InstanceType<typeof ProofArgs>) {
    return this.ledger.prove(args);
  }
}
