import { DueOrder } from '#libs/messaging/due-order';
import type { TestApp } from './app';
import { publishPlan, type Json } from './catalog';
import { ChargeStory, charged } from './charge-story';
import { expectOk } from './client';
import { giveCredits, grantsOf, ledgerOf, ledgerRows, proofOf, useCredits } from './credits';
import { topUp } from './credit-story';
import { eventsAbout } from './events';
import { flatFee, monthly } from './priced-plans';

const path = '/credits/auto-recharge';
const ofTokens = 'customerId=ada&currencyId=tokens';

/** A `ChargeStory` with a plan `topped`, at which a token costs 0.10 now and then. */
export class RechargeStory extends ChargeStory {
  static override async begin(app: TestApp): Promise<RechargeStory> {
    const { place } = await ChargeStory.begin(app);
    const story = new RechargeStory(app, place);
    const currency = { id: 'tokens', displayName: 'Tokens' };
    await expectOk(story.api.rest('POST', '/credits/custom-currencies', currency));
    await story.sellTopUps('topped', monthly(0.1));
    return story;
  }

  sellTopUps = (id: string, price: Json, more: Json = {}) =>
    publishPlan(this.api, {
      ...{ id, productId: 'main', pricingType: null },
      patch: {
        charges: {
          pricingType: 'PAID',
          pricingModels: [flatFee(10), topUp({ pricePeriods: [price], ...more })],
        },
      },
    });

  /** On `topped`, charged. @returns its id */
  async subscribed(more: Json = {}, planId = 'topped'): Promise<string> {
    return (await this.begun(planId, charged({ billingPeriod: 'MONTHLY', ...more }))).id;
  }

  terms = (more: Json = {}): Json => ({
    ...{ customerId: 'ada', currencyId: 'tokens', isEnabled: true },
    ...{ thresholdValue: 20, targetBalance: 50, ...more },
  });

  say = (more: Json = {}, headers: Record<string, string> = {}) =>
    this.api.rest('PUT', path, this.terms(more), headers);
  said = (more: Json = {}) => expectOk<Json>(this.say(more));
  askRecharge = (query = ofTokens) => this.api.rest('GET', `${path}?${query}`);
  recharge = () => expectOk<Json>(this.askRecharge());

  give = (amount: number, more: Json = {}) =>
    giveCredits(this.api, { customerId: 'ada', grantType: 'PROMOTIONAL', amount, ...more });
  use = (amount: number, more: Json = {}) => useCredits(this.api, amount, { customerId: 'ada', ...more });
  rows = () => ledgerRows(this.api, 'ada');
  proof = () => proofOf(this.api, 'ada');

  async balance(): Promise<number> {
    const [last] = await ledgerOf(this.api, 'ada');
    return Number(last?.['endingBalance'] ?? 0);
  }

  /** Bought unasked, the newest first. */
  async bought(): Promise<Json[]> {
    const grants = await grantsOf(this.api, 'ada');
    return grants.filter(({ displayName }) => displayName === 'Automatic recharge');
  }

  /** Amount, cost and status of each. */
  purchases = async (): Promise<unknown[][]> =>
    (await this.bought()).map(({ amount, cost, status }) => [amount, (cost as Json)['amount'], status]);

  /** What is told of recharges, with what became of them. */
  async events(): Promise<{ type: string; autoRecharge: Json; outcome: Json }[]> {
    const { id } = await this.recharge();
    const found = await eventsAbout(this.app, String(id));
    return found.map(({ type, payload }) => {
      const { autoRecharge, outcome } = payload as Record<string, Json>;
      return {
        type: type.replace('automatic_recharge.', ''),
        ...{ autoRecharge: autoRecharge as Json, outcome: outcome as Json },
      };
    });
  }

  types = async (): Promise<string[]> => (await this.events()).map(({ type }) => type);

  /** What became of attempts, the oldest first. */
  async attempted(): Promise<Json[]> {
    const all = await this.events();
    return all.filter(({ type }) => type === 'operation.attempted').map(({ outcome }) => outcome);
  }

  /** Told nowhere: as its wallet knows it. */
  async rechargedBelow(): Promise<number | null> {
    const text = `select recharge_below as below from credit_wallet where resource_key = '' and environment_id = $1`;
    const [row] = await this.app.dataSource.query<{ below: string | null }[]>(text, [
      this.place.environmentId,
    ]);
    return row?.below == null ? null : Number(row.below);
  }

  /** What is due by now is done, as it is when it is asked for: a recharge, its payment, and what became of it. */
  async work(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await this.app.nest.get(DueOrder).catchUp(this.place.environmentId);
  }

  /** Credits are used, and what follows is done. */
  async useUp(amount: number): Promise<void> {
    await this.use(amount);
    await this.work();
  }
}
