import { badInput } from '#libs/kernel/errors/domain-error';

/** How a line of a contract is priced. Domain: contracts-billing I5. */
export type ContractFormula = 'FLAT_RATE' | 'PACKAGE' | 'TIERED' | 'VOLUME' | 'STAIRSTEP';

/** What a row of prices may say. Domain: contracts-billing I4. */
export const rowInputs = ['price', 'quantity', 'from', 'to', 'packageSize'] as const;
export type RowInput = (typeof rowInputs)[number];

export interface ContractModel {
  /** What `pricingModelId` names. */
  readonly id: string;
  readonly name: string;
  readonly categoryName: string;
  /** Prices what was used and not what was agreed on. Domain: contracts-billing I6. */
  readonly isPayAsYouGo: boolean;
  readonly formula: ContractFormula;
  /** What a row must or may say; all else in it is left aside. */
  readonly editableInputs: readonly RowInput[];
}

interface Formula {
  readonly id: string;
  readonly name: string;
  readonly formula: ContractFormula;
  readonly inputs: readonly RowInput[];
}

const formulas: readonly Formula[] = [
  { id: 'flat_rate', name: 'Flat rate', formula: 'FLAT_RATE', inputs: ['price', 'quantity'] },
  { id: 'package', name: 'Package', formula: 'PACKAGE', inputs: ['price', 'quantity', 'packageSize'] },
  { id: 'tiered', name: 'Tiered', formula: 'TIERED', inputs: ['price', 'quantity', 'from', 'to'] },
  { id: 'volume', name: 'Volume', formula: 'VOLUME', inputs: ['price', 'quantity', 'from', 'to'] },
  { id: 'stairstep', name: 'Stairstep', formula: 'STAIRSTEP', inputs: ['price', 'quantity', 'from', 'to'] },
];

const fixed = formulas.map(({ inputs, ...formula }): ContractModel => {
  return { ...formula, categoryName: 'Fixed', isPayAsYouGo: false, editableInputs: inputs };
});

const payAsYouGo = formulas.map(({ id, name, formula, inputs }): ContractModel => {
  return {
    id: `${id}_pay_as_you_go`,
    name: `${name}, pay as you go`,
    categoryName: 'Pay as you go',
    isPayAsYouGo: true,
    formula,
    editableInputs: inputs.filter((input) => input !== 'quantity'),
  };
});

/** Five formulas, each of a quantity that is agreed on and of one that is used. Domain: contracts-billing I5. */
export const contractModels: readonly ContractModel[] = [...fixed, ...payAsYouGo];

/** Of a line that names none. Domain: contracts-billing I1. */
export const defaultModelId = 'flat_rate';

const modelsById = new Map(contractModels.map((model) => [model.id, model]));

/** @throws BadUserInput naming `field` for an id of no model */
export const contractModelOf = (id: string, field: string): ContractModel => {
  const model = modelsById.get(id);
  if (model) return model;
  throw badInput(`${field} must be one of ${[...modelsById.keys()].join(', ')}`);
};
