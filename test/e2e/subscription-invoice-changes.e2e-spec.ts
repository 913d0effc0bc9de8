import { expectOk } from '../support/client';
import { amountsOf, informed, invoiced, InvoiceStory, later, linesOf } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('what a change of a subscription is billed', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  it('R1, R2: 49 to 99 with 20 of 30 days left is 33.33, in lines that say why', async () => {
    await story.topForPro();
    const told = await story.last();
    expect(linesOf(told)).toEqual([
      ['Unused: pro, 2026-04-20 to 2026-05-10 (20 of 30 days)', -32.67],
      ['top, 2026-04-20 to 2026-05-10 (20 of 30 days)', 66],
    ]);
    expect(told).toMatchObject({ subtotal: 33.33, total: 33.33, amountDue: 33.33, state: 'OPEN' });
    await story.to('2026-05-10');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 99, 99]);
  });

  it('R2: three seats more at 10 are 20.00', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    const told = await story.last();
    expect(amountsOf(told)).toEqual([-33.33, 53.33]);
    expect(told.total).toBe(20);
  });

  it('R2: 30 to 40 with half of a short February left is 5.00', async () => {
    await story.sell('thirty', 30);
    await story.sell('forty', 40);
    await story.jump('2027-01-31');
    await story.at('2027-01-31T10:15:00.000Z');
    await story.begun('thirty', invoiced());
    await story.at('2027-02-14T10:15:00.000Z');
    await story.begun('forty');
    const told = await story.last();
    expect(amountsOf(told)).toEqual([-15, 20]);
    expect(told.total).toBe(5);
  });

  it('R1: seats that are added and taken away again at one instant cost nothing', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    await story.patched(id, { charges: units(5), scheduleStrategy: 'IMMEDIATE' });
    const [, more, less] = await story.invoices();
    expect([more?.total, less?.total]).toEqual([20, -20]);
    await story.to('2026-05-10');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 99, 79]);
  });

  it('R1: what changes nothing of the price is billed nothing', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { metadata: { deal: '7' } });
    await story.patched(id, { charges: units(5) });
    expect(await story.bills()).toHaveLength(1);
  });

  it('R3: CREATE_PRORATIONS bears them on the invoice of the next period, several of them too', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await story.to('2026-04-25');
    await story.patched(id, { charges: units(9), ...later });
    expect(await story.bills()).toHaveLength(1);
    expect((await story.get(id))['paymentCollection']).toBe('PROCESSING');
    await story.to('2026-05-10');
    const told = await story.last();
    expect(linesOf(told)).toEqual([
      ['Unused: team: Seats, 2026-04-20 to 2026-05-10 (20 of 30 days)', -33.33],
      ['team: Seats, 2026-04-20 to 2026-05-10 (20 of 30 days)', 53.33],
      ['Unused: team: Seats, 2026-04-25 to 2026-05-10 (15 of 30 days)', -40],
      ['team: Seats, 2026-04-25 to 2026-05-10 (15 of 30 days)', 45],
      ['team, 2026-05-10 to 2026-06-10', 49],
      ['team: Seats, 2026-05-10 to 2026-06-10', 90],
    ]);
    expect(told).toMatchObject({ total: 164, issueDate: '2026-05-10T00:00:00.000Z' });
    await story.to('2026-06-10');
    expect((await story.last()).total).toBe(139);
  });

  it('R3: what waits for the next invoice is issued on the terms of that day, to who pays by then', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await story.patched(id, { billingInformation: { taxPercentage: 10, invoiceDaysUntilDue: 5 } });
    await expectOk(story.api.rest('POST', '/customers', { id: 'parent', email: 'p@example.com' }));
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'parent' }));
    await story.to('2026-05-10');
    expect(await story.bills()).toHaveLength(1);
    expect(await story.last('parent')).toMatchObject({
      ...{ subtotal: 149, tax: 14.9, dueDate: '2026-05-15T00:00:00.000Z', customerExternalId: 'parent' },
    });
  });

  it('R3: NONE bills nothing of the running period, and the new price from the next one on', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), billingInformation: { prorationBehavior: 'NONE' } });
    expect(await story.bills()).toHaveLength(1);
    await story.to('2026-05-10');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 129, 129]);
  });

  it('R3, Q4: NONE of another plan serves what was paid for, and bills it from the next period on', async () => {
    await story.topForPro({ billingInformation: { prorationBehavior: 'NONE' } });
    expect(await story.bills()).toHaveLength(1);
    await story.to('2026-06-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 49, 49],
      ['2026-05-10', 'OPEN', 99, 99],
      ['2026-06-10', 'OPEN', 99, 99],
    ]);
  });

  it('R3: CREATE_PRORATIONS of another plan waits for the next invoice of that', async () => {
    await story.topForPro(later);
    expect(await story.bills()).toHaveLength(1);
    await story.to('2026-05-10');
    expect(amountsOf(await story.last())).toEqual([-32.67, 66, 99]);
  });

  it('R3: what waited for the next invoice of a plan is billed with its end', async () => {
    await story.sell('top', 99);
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8), ...later });
    await story.begun('top', { scheduleStrategy: 'IMMEDIATE' });
    const [, held, change] = await story.invoices();
    expect(held && amountsOf(held)).toEqual([-33.33, 53.33]);
    // 99 against 49 and eight seats, for 20 of 30 days.
    expect(change && amountsOf(change)).toEqual([-32.67, -53.33, 66]);
  });

  it('B4: NOW gives back the rest of the running period, and bills a whole one from then on', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { billingCycleAnchor: 'NOW' });
    const told = await story.last();
    expect(amountsOf(told)).toEqual([-32.67, -33.33, 49, 50]);
    expect(told.total).toBe(33);
    await story.to('2026-05-20');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 99, 99],
      ['2026-04-20', 'OPEN', 33, 33],
      ['2026-05-20', 'OPEN', 99, 99],
    ]);
  });

  it('B4: UNCHANGED, which nobody has to say, bills on at the boundaries that were', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(6), billingCycleAnchor: 'UNCHANGED' });
    await story.to('2026-06-10');
    expect((await story.bills()).map(([day]) => day)).toEqual([
      '2026-04-10',
      '2026-04-20',
      '2026-05-10',
      '2026-06-10',
    ]);
  });

  it('B1, D2: by the year instead of the month is billed the rest of a year at once, and years from then on', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { billingPeriod: 'ANNUALLY' });
    // 355 of 365 days of 490 and 500, less 20 of 30 days of 49 and 50.
    expect(amountsOf(await story.last())).toEqual([-32.67, -33.33, 476.58, 486.3]);
    await story.to('2027-04-10');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 99],
      ['2026-04-20', 896.88],
      ['2027-04-10', 990],
    ]);
  });

  it('D9, Q1: a lower plan at the boundary is billed alone', async () => {
    await story.billed();
    await story.to('2026-04-20');
    await story.begun('small', {});
    await story.to('2026-05-10');
    expect(linesOf(await story.last())).toEqual([
      ['small, 2026-05-10 to 2026-06-10', 19],
      ['small: Seats, 2026-05-10 to 2026-06-10', 50],
    ]);
    expect(await story.bills()).toHaveLength(2);
    expect((await story.get(await story.idOf('small')))['latestInvoice']).toMatchObject({ total: 69 });
  });

  it('D2, D9: fewer seats and another addon at the boundary are in the invoice of that', async () => {
    const { id } = await story.billed('team', { addons: [{ id: 'extra', quantity: 2 }] });
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(3), addons: [{ id: 'extra', quantity: 1 }] });
    expect(await story.bills()).toHaveLength(1);
    await story.to('2026-05-10');
    expect(amountsOf(await story.last())).toEqual([49, 30, 5]);
  });

  it('D1, V5: an addon within a period is billed its rest, and the same plan again changes what runs', async () => {
    await story.billed();
    await story.to('2026-04-20');
    await story.begun('team', { addons: [{ id: 'extra', quantity: 3 }] });
    expect(linesOf(await story.last())).toEqual([['extra, 2026-04-20 to 2026-05-10 (20 of 30 days)', 10]]);
    await story.to('2026-05-10');
    expect((await story.last()).total).toBe(114);
  });

  it('D2: a FREE plan at once gives the rest back, and nothing is billed from then on', async () => {
    await story.billed();
    await story.to('2026-04-20');
    await story.begun('free', { scheduleStrategy: 'IMMEDIATE' });
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -66, 0]);
    await story.to('2026-07-01');
    expect(await story.bills()).toHaveLength(2);
  });

  it('D2: a CUSTOM plan takes the place at once, and what was paid in advance comes back', async () => {
    await story.billed();
    await story.to('2026-04-20');
    await story.begun('agreed');
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -66, 0]);
    expect(await story.get(await story.idOf('agreed'))).toMatchObject({
      ...{ paymentCollectionMethod: 'NONE', paymentCollection: 'NOT_REQUIRED', latestInvoice: null },
    });
  });

  it('V9: from FREE to PAID under INVOICE is billed a whole first period', async () => {
    await story.begun('free');
    await story.to('2026-04-20');
    await story.billed();
    expect(linesOf(await story.last())[0]).toEqual(['team, 2026-04-20 to 2026-05-20', 49]);
  });

  it('contracts-billing V12: what was collected elsewhere gives nothing back when a plan under INVOICE takes its place', async () => {
    await story.topForPro(invoiced(), {});
    // The cycle goes on: 20 of 30 days.
    expect(linesOf(await story.last())).toEqual([['top, 2026-04-20 to 2026-05-10 (20 of 30 days)', 66]]);
    await story.to('2026-05-10');
    expect(await story.totals()).toEqual([
      ['2026-04-20', 66],
      ['2026-05-10', 99],
    ]);
  });

  it('contracts-billing V12: to NONE what was paid here comes back, and nothing is billed from then on', async () => {
    await story.topForPro({ paymentCollectionMethod: 'NONE' });
    await story.to('2026-06-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 49, 49],
      ['2026-04-20', 'PAID', -32.67, 0],
    ]);
  });

  it('V13: what takes the place of a plan under INVOICE is billed as that was', async () => {
    await story.topForPro({}, informed({ taxPercentage: 10, invoiceDaysUntilDue: 7 }));
    expect(await story.last()).toMatchObject({ tax: 3.33, dueDate: '2026-04-27T00:00:00.000Z' });
  });
});
