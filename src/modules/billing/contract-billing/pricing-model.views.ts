import { type ContractModel, rowInputs, type RowInput } from '#libs/business/pricing/contract-model';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { publishReasons, type PublishReason } from './domain/refusals';

const RowInputEnum = enumShape<RowInput>('ContractRowInput', rowInputs);
const PublishReasonEnum = enumShape<PublishReason>('BillingReadinessReason', publishReasons);

@View('How a line of a contract can be priced.')
export class ContractPricingModel {
  @Text() id: string;
  @Text() name: string;
  @Text() categoryName: string;
  @Bool({ description: 'What was used is priced, when its cycle is over.' }) isPayAsYouGo: boolean;

  @ListOf(RowInputEnum, { description: 'What a row says; all else in it is left aside.' })
  editableInputs: RowInput[];

  static from(this: void, model: ContractModel): ContractPricingModel {
    const { id, name, categoryName, isPayAsYouGo, editableInputs } = model;
    return { id, name, categoryName, isPayAsYouGo, editableInputs: [...editableInputs] };
  }
}

@View('Something that publishing needs.')
export class BillingRequirement {
  @OneOf(PublishReasonEnum, { description: 'The reason of the refusal while it is not met.' })
  reason: PublishReason;

  @Bool() isMet: boolean;
  @Text({ description: 'What to do about it.' }) remedy: string;
}

@View('Whether the billing of a contract can be published, and what it needs, in the order of the refusals.')
export class ContractBillingReadiness {
  @Bool() isReady: boolean;
  @ListOf(BillingRequirement) requirements: BillingRequirement[];

  @ListOf({}, { description: 'What to look at before publishing; nothing of it refuses.' })
  warnings: string[];
}
