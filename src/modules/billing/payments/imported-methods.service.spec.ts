import { setImmediate as pass } from 'node:timers/promises';
import { runAsSystem } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import type { CustomersService } from '#modules/customers/customers';
import type { StoredIntegration } from '#modules/customers/integrations';
import { TestClock } from '../../../../test/support/clock';
import { ImportedMethods, type PayingRow } from './imported-methods.service';
import type { MethodAttachments, Paying } from './method-attachments.service';

// Domain: customers-subscriptions

const integration = { id: 'pay', vendorIdentifier: 'STRIPE' } as StoredIntegration;
const rowOf = (id: string, methodRef = `pm_${id}`): PayingRow => ({
  ...{ id, name: id, email: null, methodRef, isLinked: false },
});
const method = { ref: 'pm', type: 'CARD', last4: '4242', expiryMonth: 12, expiryYear: 2034 } as const;

describe('payment methods of the rows of an import', () => {
  const environmentId = newUid();
  let clock: TestClock;
  let asked: Paying[];
  let running: number;
  let most: number;
  let takesMs: number;

  beforeEach(() => {
    clock = new TestClock();
    [asked, running, most, takesMs] = [[], 0, 0, 0];
  });

  const attachments = {
    attach: async (_: StoredIntegration, paying: Paying) => {
      asked.push(paying);
      most = Math.max(most, ++running);
      await pass();
      clock.advance({ ms: takesMs });
      running--;
      return { customerRef: paying.customerRef ?? `cus_${paying.payer.id}_${asked.length}`, method };
    },
  } as unknown as MethodAttachments;
  const customers = { findMany: () => Promise.resolve(new Map()) } as unknown as CustomersService;
  const attachAll = (rows: PayingRow[]) =>
    runAsSystem('test', environmentId, () =>
      new ImportedMethods(customers, attachments, clock).attachAll(integration, rows),
    );
  const many = Array.from({ length: 40 }, (_, index) => rowOf(`c-${index}`));

  it('U11: the provider is asked about eight customers at once at most', async () => {
    const outcomes = await attachAll(many);
    expect([most, asked.length, outcomes.size]).toEqual([8, 40, 40]);
  });

  it('U11: of one customer one row after the other, as the same payer', async () => {
    const rows = [rowOf('ann', 'pm_1'), rowOf('ben'), rowOf('ann', 'pm_2'), rowOf('ann', 'pm_3')];
    const outcomes = await attachAll(rows);
    const ofAnn = asked.filter(({ payer }) => payer.id === 'ann');
    expect(ofAnn.map(({ methodRef }) => methodRef)).toEqual(['pm_1', 'pm_2', 'pm_3']);
    const ref = ofAnn[1]?.customerRef;
    expect(ref).toMatch(/^cus_ann/);
    expect(ofAnn.map(({ customerRef }) => customerRef)).toEqual([null, ref, ref]);
    expect(rows.map((row) => outcomes.get(row))).toMatchObject([
      { customerRef: ref },
      { customerRef: expect.stringMatching(/^cus_ben/) },
      { customerRef: ref },
      { customerRef: ref },
    ]);
  });

  it('U11: who is not there yet is the same payer each time, in this environment alone', async () => {
    await attachAll([rowOf('ann')]);
    await attachAll([rowOf('ann')]);
    await runAsSystem('test', newUid(), () =>
      new ImportedMethods(customers, attachments, clock).attachAll(integration, [rowOf('ann')]),
    );
    const [first, again, elsewhere] = asked.map(({ payer }) => payer.uid);
    expect(again).toBe(first);
    expect(elsewhere).not.toBe(first);
  });

  it('U11: what two minutes were too short for fails, to be sent again', async () => {
    takesMs = 10_000;
    const outcomes = await attachAll(many);
    expect(asked.length).toBeLessThan(40);
    const failed = many.slice(asked.length).map((row) => outcomes.get(row));
    for (const outcome of failed)
      expect(outcome).toMatchObject({
        code: 'PaymentProcessorError',
        message: expect.stringMatching(/send the row again$/) as string,
      });
    expect(failed).toHaveLength(40 - asked.length);
  });
});
