import type { ClockChapter, Scene, Subscription } from '../scene';

const promises = {
  begun: 'what is bought under INVOICE runs at once, and its first invoice is sent: 49 + 5 × 10',
  previewed:
    'three seats more cost the rest of the period; the invoice is what the preview said, to the cent',
  renewed: 'at the boundary the next period is billed, with what was used above the limit: two blocks of 5',
  paid: 'an invoice that is paid is told so with its subscription',
};

const customer = 'lark';
const dayMs = 86_400_000;

interface Invoice {
  invoiceNumber: string;
  state: string;
  total: number;
  lineItems: { description: string; amount: number }[];
}

interface Bill {
  immediateInvoice: { total: number };
}

/** A twelfth customer is sent invoices by the service itself. */
export const billByClock: ClockChapter = {
  title: 'Billed to the cent',
  about: 'Under INVOICE the service bills by itself: what begins, what changes, what renews, what was used.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage } = scene;
    const subscription = await begun(scene);
    stage.check(promises.begun, await totals(scene), [99]);
    const begin = Date.parse(subscription.currentBillingPeriodStart as string);
    await clock.moveTo(new Date(begin + 10 * dayMs));
    await changed(scene, subscription.id);
    await scene.report(customer, 'api-calls', 21_500);
    const boundary = Date.parse(subscription.currentBillingPeriodEnd as string);
    stage.say('Usage is waited for, as long as the grace says:');
    await clock.moveTo(new Date(boundary + (await scene.usageGraceMs())));
    const [, , renewal] = await invoices(scene);
    for (const { amount, description } of renewal?.lineItems ?? [])
      stage.say(`${amount.toFixed(2).padStart(9)}  ${description}`);
    stage.check(promises.renewed, [renewal?.state, renewal?.total], ['OPEN', 49 + 80 + 10]);
    (await scene.perform('POST', `/subscriptions/${subscription.id}/invoice/paid`)).data();
    const [, , paid] = await invoices(scene);
    stage.check(promises.paid, paid?.state, 'PAID');
  },
};

async function begun(scene: Scene): Promise<Subscription> {
  const { called } = scene;
  const customerId = called(customer);
  const newcomer = { id: customerId, name: 'Lark Lanterns', email: 'accounts@lark.example' };
  (await scene.perform('POST', '/customers', newcomer, ['id', 'email'])).data();
  const wanted = {
    ...{ customerId, planId: called('team'), billingPeriod: 'MONTHLY', paymentCollectionMethod: 'INVOICE' },
    charges: [{ type: 'FEATURE', id: called('seats'), quantity: 5 }],
  };
  const { id } = (
    await scene.perform<{ id: string }>('POST', '/subscriptions', wanted, ['id', 'status'])
  ).data();
  return scene.subscription(id, ['status', 'currentBillingPeriodEnd']);
}

async function changed(scene: Scene, id: string): Promise<void> {
  const { stage, called } = scene;
  const charges = [{ type: 'FEATURE', id: called('seats'), quantity: 8 }];
  const asked = { customerId: called(customer), planId: called('team'), charges };
  const preview = await scene.perform<Bill>('POST', '/subscriptions/preview', asked, ['immediateInvoice']);
  (await scene.perform('PATCH', `/subscriptions/${id}`, { charges }, ['id', 'status'])).data();
  stage.check(promises.previewed, (await totals(scene))[1], preview.data().immediateInvoice.total);
}

const totals = async (scene: Scene): Promise<number[]> => (await invoices(scene)).map(({ total }) => total);

/** The oldest first. */
async function invoices(scene: Scene): Promise<Invoice[]> {
  const path = `/customers/${scene.called(customer)}/invoices`;
  return (await scene.perform<Invoice[]>('GET', path, undefined, ['invoiceNumber', 'state', 'total'])).data();
}
