import { eventFlags } from '#modules/entitlements/meters';
import { verdictOf } from './event-verdict';

// Domain: entitlements-usage

describe('the verdict of an event', () => {
  it.each([
    [['late', 'unknownCustomer'], 'LATE'],
    [['unknownCustomer', 'noField'], 'CUSTOMER_NOT_FOUND'],
    [['archivedCustomer', 'noNumber'], 'CUSTOMER_ARCHIVED'],
    [['unentitled', 'outOfRange'], 'NOT_ENTITLED'],
    [['noField'], 'NO_VALUE'],
    [['noNumber'], 'NO_VALUE'],
    [['outOfRange'], 'NO_VALUE'],
    [['untimed', 'ahead'], 'NO_METER_MATCHED'],
    [[], 'NO_METER_MATCHED'],
  ] as const)('A21: of %j the reason is %s', (names, reason) => {
    const flags = names.reduce((sum, name) => sum | eventFlags[name], 0);
    expect(verdictOf(flags, false).reason).toBe(reason);
    expect(verdictOf(flags, true).reason).toBeNull();
  });

  it('A21: warns of all else, in one order', () => {
    const all = Object.values(eventFlags).reduce((sum, flag) => sum | flag, 0);
    const others = ['FIELD_MISSING', 'FIELD_NOT_A_NUMBER', 'NUMBER_OUT_OF_RANGE'];
    const costs = ['COST_LACKS_DIMENSION', 'COST_NOT_TAKEN', 'UNSUPPORTED_AGGREGATION'];
    const instants = ['LATE', 'AHEAD_OF_TIME', 'WITHOUT_TIMESTAMP'];
    expect(verdictOf(all, true).warnings).toEqual([...instants, ...others, 'NOT_ENTITLED', ...costs]);
    expect(verdictOf(all, false).warnings).toEqual([...instants, ...others, ...costs]);
    expect(verdictOf(0, true).warnings).toEqual([]);
  });
});
