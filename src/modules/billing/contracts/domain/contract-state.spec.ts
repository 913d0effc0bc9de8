import { Contract, type BillingStage, type ContractState } from './contract';
import { billingStateAt, contractStateAt } from './contract-state';

// Domain: contracts-billing

const lastDay = new Date('2027-03-31T00:00:00.000Z');
const onLastDay = new Date('2027-03-31T23:59:59.999Z');
const dayAfter = new Date('2027-04-01T00:00:00.000Z');

function contract(billingStage: BillingStage | null, isArchived = false): Contract {
  const given = {
    ...{ id: 'acme-2026', customer: { uid: 'customer-uid', id: 'acme' }, name: null, poNumber: null },
    ...{ activationStartDate: null, activationEndDate: null, setupBilling: billingStage !== null },
  };
  const billingLastDay = billingStage === 'ACTIVE' ? lastDay : null;
  const archivedAt = isArchived ? lastDay : null;
  return Object.assign(Contract.create(given, lastDay), { billingStage, billingLastDay, archivedAt });
}

describe('the state of the billing of a contract', () => {
  it.each<[BillingStage | null, Date, ContractState | null]>([
    [null, dayAfter, null],
    ['DRAFT', dayAfter, 'DRAFT'],
    ['ACTIVE', lastDay, 'ACTIVE'],
    ['ACTIVE', onLastDay, 'ACTIVE'],
    ['ACTIVE', dayAfter, 'END_BILLING'],
    ['CANCELED', dayAfter, 'CANCELED'],
  ])('C7: of stage %s at %j is %s', (stage, now, expected) => {
    expect(billingStateAt(contract(stage), now)).toBe(expected);
  });
});

describe('the state of a contract', () => {
  it.each<[BillingStage | null, string, boolean, Date, ContractState]>([
    [null, 'nothing live', false, dayAfter, 'DRAFT'],
    [null, 'a live subscription', true, dayAfter, 'ACTIVE'],
    ['DRAFT', 'nothing live', false, dayAfter, 'DRAFT'],
    ['DRAFT', 'a live subscription', true, dayAfter, 'ACTIVE'],
    ['ACTIVE', 'nothing live', false, onLastDay, 'ACTIVE'],
    ['ACTIVE', 'nothing live', false, dayAfter, 'END_BILLING'],
    ['ACTIVE', 'a live subscription', true, dayAfter, 'ACTIVE'],
    ['CANCELED', 'nothing live', false, dayAfter, 'DRAFT'],
    ['CANCELED', 'a live subscription', true, dayAfter, 'ACTIVE'],
  ])('C6: with billing %s and %s', (stage, _what, isAnyLive, now, expected) => {
    expect(contractStateAt(contract(stage), isAnyLive, now)).toBe(expected);
    expect(contractStateAt(contract(stage, true), isAnyLive, now)).toBe('CANCELED');
  });
});
