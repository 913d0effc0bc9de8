import { QueryFailedError } from 'typeorm';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { asDomainError, isDatabaseAway, isRetryable, referrerOf, whenViolated } from './pg-errors';

const driverError = (code: string, constraint?: string): Error =>
  Object.assign(new Error(`driver says ${code}`), { code, constraint });
const wrapped = (error: Error): QueryFailedError => new QueryFailedError('select 1', [], error);
const codeOf = (error: unknown): string | undefined => {
  const refusal = asDomainError(error);
  return refusal instanceof DomainError ? refusal.code : undefined;
};

describe('the refusal behind a database error', () => {
  it('is the code named beside the constraint, whatever kind of constraint it is', () => {
    whenViolated('uq_addon_id', 'DuplicatedEntityNotAllowed', 'id is taken; choose another');
    whenViolated('fk_addon_product', 'ProductNotFoundError');
    whenViolated('ck_wallet_balance', 'EntitlementLimitExceededError');
    expect(asDomainError(driverError('23505', 'uq_addon_id'))).toMatchObject({
      code: 'DuplicatedEntityNotAllowed',
      message: 'id is taken; choose another',
    });
    expect(codeOf(driverError('23503', 'fk_addon_product'))).toBe('ProductNotFoundError');
    expect(codeOf(driverError('23514', 'ck_wallet_balance'))).toBe('EntitlementLimitExceededError');
  });

  it.each(['23505', '23503', '23P01'])('is IntegrityViolation for %s without a name for it', (state) => {
    expect(codeOf(driverError(state, 'uq_nobody_named'))).toBe('IntegrityViolation');
  });

  it.each(['23514', '23502', '42601', '22P02'])('is none for %s: that is our bug', (state) => {
    const bug = driverError(state, 'ck_nobody_named');
    expect(asDomainError(bug)).toBe(bug);
  });

  it('is a lock conflict when the row lock did not come within lock_timeout', () => {
    expect(codeOf(driverError('55P03'))).toBe('ObjectAlreadyBeingUsedByAnotherRequestError');
  });

  it.each(['40001', '40P01'])('is a lock conflict when %s outlived all attempts', (state) => {
    expect(codeOf(driverError(state))).toBe('ObjectAlreadyBeingUsedByAnotherRequestError');
  });

  it.each(['22P05', '22021'])('is BadUserInput for text that cannot be stored (%s)', (state) => {
    expect(codeOf(driverError(state))).toBe('BadUserInput');
  });

  it("is found inside TypeORM's QueryFailedError, which stays as the cause for the log", () => {
    const failure = wrapped(driverError('55P03'));
    expect(asDomainError(failure)).toMatchObject({
      code: 'ObjectAlreadyBeingUsedByAnotherRequestError',
      cause: failure,
    });
  });

  it.each([
    [undefined],
    [null],
    ['23505'],
    [{ code: 23505 }],
    [{ code: 'constructor' }],
    [new Error('23505')],
  ])('leaves everything else as it was (%p)', (thrown) => {
    expect(asDomainError(thrown)).toBe(thrown);
  });
});

describe('the registry of constraints', () => {
  it('refuses a second meaning for one constraint and takes the same meaning again', () => {
    whenViolated('uq_plan_id', 'DuplicatedEntityNotAllowed');
    expect(() => whenViolated('uq_plan_id', 'DuplicatedEntityNotAllowed')).not.toThrow();
    expect(() => whenViolated('uq_plan_id', 'IntegrityViolation')).toThrow('uq_plan_id already means');
  });

  it('holds constraint names as keys of a map, so that `constructor` means nothing', () => {
    expect(codeOf(driverError('23505', 'constructor'))).toBe('IntegrityViolation');
  });
});

describe('the table that refers to a row', () => {
  it('is known of a violated foreign key only', () => {
    const violated = (code: string) => Object.assign(driverError(code), { table: 'package_entitlement' });
    expect(referrerOf(wrapped(violated('23503')))).toBe('package_entitlement');
    expect([violated('23505'), driverError('23503'), new Error('23503'), null].map(referrerOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('retrying', () => {
  it('runs the closure again after a serialisation failure or a deadlock only', () => {
    expect([driverError('40001'), wrapped(driverError('40P01'))].map(isRetryable)).toEqual([true, true]);
    expect([driverError('55P03'), driverError('23505'), new Error('40001'), null].map(isRetryable)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the database is away', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08P01',
    '53300',
    '53100',
    '58030',
    '25006',
  ])('when the driver says %s, wrapped or not', (code) => {
    expect(isDatabaseAway(driverError(code))).toBe(true);
    expect(isDatabaseAway(wrapped(driverError(code)))).toBe(true);
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ])('when the pool says: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it('when every address of the host refused the connection', () => {
    const refused = Object.assign(new AggregateError([driverError('ECONNREFUSED')]), {
      code: 'ECONNREFUSED',
    });
    expect(isDatabaseAway(refused)).toBe(true);
  });

  it.each([driverError('23505'), driverError('57014'), driverError('42P01'), new Error('x'), undefined])(
    'is not said of %p',
    (error) => {
      expect(isDatabaseAway(error)).toBe(false);
    },
  );
});
