import { decideRemitTo, type RemitTo, type RemitToRequest } from './settings';

// Domain: contracts-billing

const accounts = new Map([
  ['acorn-bank', 'acorn'],
  ['birch-bank', 'birch'],
]);
const known = {
  hasEntity: (id: string) => id === 'acorn' || id === 'birch' || id === 'bare',
  entityOfAccount: (id: string) => accounts.get(id),
};
const acorn: RemitTo = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
const birch: RemitTo = { legalEntityId: 'birch', paymentAccountId: 'birch-bank' };
const unset: RemitTo = { legalEntityId: null, paymentAccountId: null };

const decide = (asked: RemitToRequest, ...lines: RemitTo[]) => [
  ...decideRemitTo(asked, lines, known).values(),
];

describe('S2: the settings of billing', () => {
  it('S2.6: are written to every line', () => {
    const asked = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
    expect(decide(asked, { ...unset }, { ...birch }, { ...acorn })).toEqual([acorn, acorn, acorn]);
  });

  it('S2.1: only what is sent is written', () => {
    expect(decide({}, { ...unset }, { ...birch })).toEqual([unset, birch]);
    expect(decide({ paymentAccountId: 'birch-bank' }, { ...birch, paymentAccountId: null })).toEqual([birch]);
  });

  it('S2.5: another entity clears an account that is not its own, and keeps its own', () => {
    expect(decide({ legalEntityId: 'birch' }, acorn)).toEqual([
      { legalEntityId: 'birch', paymentAccountId: null },
    ]);
    expect(decide({ legalEntityId: 'acorn' }, acorn)).toEqual([acorn]);
  });

  it('S2.8: null clears, the entity with its account', () => {
    expect(decide({ legalEntityId: null }, acorn)).toEqual([unset]);
    expect(decide({ paymentAccountId: null }, acorn)).toEqual([{ ...acorn, paymentAccountId: null }]);
  });

  it.each<[string, RemitToRequest, RemitTo[]]>([
    ['LEGAL_ENTITY_NOT_FOUND', { legalEntityId: 'cedar' }, [unset]],
    ['LEGAL_ENTITY_NOT_FOUND', { legalEntityId: 'cedar', paymentAccountId: 'cedar-bank' }, [unset]],
    ['PAYMENT_ACCOUNT_NOT_FOUND', { paymentAccountId: 'cedar-bank' }, [unset]],
    ['PAYMENT_ACCOUNT_NOT_FOUND', { legalEntityId: 'acorn', paymentAccountId: 'cedar-bank' }, [unset]],
    [
      'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY',
      { legalEntityId: 'birch', paymentAccountId: 'acorn-bank' },
      [acorn],
    ],
    ['PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY', { paymentAccountId: 'acorn-bank' }, [acorn, birch]],
    ['LEGAL_ENTITY_REQUIRED', { paymentAccountId: 'acorn-bank' }, [acorn, unset]],
    ['LEGAL_ENTITY_REQUIRED', { legalEntityId: null, paymentAccountId: 'acorn-bank' }, [acorn]],
  ])('S2.3: %s for %j', (reason, asked, lines) => {
    const thrown: Error = expect.objectContaining({
      code: 'BillingContractOperationRejected',
      reason,
    }) as Error;
    expect(() => decide(asked, ...lines)).toThrow(thrown);
  });
});
