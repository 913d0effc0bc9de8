import { newContext, requireContext, runInContext, type Principal } from '#libs/context/request-context';
import type { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { RateLimits } from '#libs/security/rate-limits';
import { Metrics } from '#libs/telemetry/metrics';
import type { IdempotentAnswers } from './idempotent-answers';
import { one } from './answer';
import type { UseCaseFacts } from './use-case';
import { UseCaseRunner } from './use-case.runner';

const unitOfWork = { run: (work: () => Promise<unknown>) => work() } as UnitOfWork;
const runner = new UseCaseRunner(unitOfWork, {} as IdempotentAnswers, {} as RateLimits, new Metrics());

const readProduct: UseCaseFacts = {
  operation: 'getProduct',
  needs: 'products:read',
  answers: one(),
  summary: 'Read a product.',
};
const writeCoupon: UseCaseFacts = { ...readProduct, operation: 'createCoupon', needs: 'coupons:write' };

const reader: Principal = {
  kind: 'SCOPED_KEY',
  actor: 'key',
  accountId: 'account',
  may: (permission) => permission === 'products:read',
};

const nameNow = (): Promise<unknown> => Promise.resolve(requireContext().useCase);

describe.each(['REST', 'GRAPHQL', 'WORKER'] as const)('what runs around a use case over %s', (door) => {
  const context = () => ({ ...newContext('test', door), principal: reader });

  it('names it while it runs, and nothing after it', async () => {
    await runInContext(context(), async () => {
      expect(await runner.run(readProduct, [], nameNow)).toBe('getProduct');
      expect(requireContext().useCase).toBeUndefined();
    });
  });

  it('asks for no permission within it, and for that of the next one', async () => {
    await runInContext(context(), async () => {
      const within = async () => runner.run(writeCoupon, [], nameNow);
      expect(await runner.run(readProduct, [], within)).toBe('getProduct');
      await expect(within()).rejects.toMatchObject({ code: 'IdentityForbidden' });
    });
  });

  it('asks for the permission of the next one after a fault as well', async () => {
    await runInContext(context(), async () => {
      const fault = () => Promise.reject(new Error('fault'));
      await expect(runner.run(readProduct, [], fault)).rejects.toThrow('fault');
      const next = async () => runner.run(writeCoupon, [], nameNow);
      await expect(next()).rejects.toMatchObject({ code: 'IdentityForbidden' });
    });
  });

  it('holds If-Match against what a write changes, and tells what the work found', async () => {
    const asked = { ...context(), principal: { ...reader, may: () => true }, ifMatch: ['"a.1"'] };
    await runInContext(asked, async () => {
      const changesNothing = runner.run(writeCoupon, [], nameNow);
      await expect(changesNothing).rejects.toThrow('no object that this request changes has that ETag');
      await runner.run(readProduct, [], async () => (requireContext().wasThere = true));
      expect(requireContext().wasThere).toBe(true);
    });
  });
});

describe('root fields of one GraphQL request', () => {
  it('run side by side without seeing each other', async () => {
    const context = { ...newContext('test', 'GRAPHQL' as const), principal: { ...reader, may: () => true } };
    const named = await runInContext(context, () =>
      Promise.all([readProduct, writeCoupon].map((facts) => runner.run(facts, [], nameNow))),
    );
    expect(named).toEqual(['getProduct', 'createCoupon']);
  });
});
