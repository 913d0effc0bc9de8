import type { TestApp } from './app';
import type { Json } from './catalog';
import { ChargeStory } from './charge-story';
import { expectOk } from './client';
import { grantBody, grantsOf, ledgerRows, proofOf } from './credits';
import { eventsAbout } from './events';

/** A `ChargeStory` with a currency `tokens`: 100 of them cost `ada` 5 dollars. */
export class GrantStory extends ChargeStory {
  static override async begin(app: TestApp): Promise<GrantStory> {
    const { place } = await ChargeStory.begin(app);
    const story = new GrantStory(app, place);
    const currency = { id: 'tokens', displayName: 'Tokens' };
    await expectOk(story.api.rest('POST', '/credits/custom-currencies', currency));
    return story;
  }

  body = (more: Json = {}): Json =>
    grantBody({ customerId: 'ada', displayName: 'Bought', cost: { amount: 5, currency: 'usd' }, ...more });

  askGrant = (more: Json = {}, headers: Record<string, string> = {}) =>
    this.api.rest('POST', '/credits/grants', this.body(more), headers);

  /** Its id. */
  async grant(more: Json = {}): Promise<string> {
    return String((await expectOk<Json>(this.askGrant(more)))['id']);
  }

  grants = () => grantsOf(this.api, 'ada');

  async granted(id: string): Promise<Json> {
    const found = (await this.grants()).find((each) => each['id'] === id);
    if (!found) throw new Error(`There is no grant ${id}`);
    return found;
  }

  /** Status, and how far its money has come, with the state of its invoice. */
  async states(id: string): Promise<unknown[]> {
    const { status, paymentCollection, latestInvoice } = await this.granted(id);
    return [status, paymentCollection, (latestInvoice as Json | null)?.['status']];
  }

  voidGrant = (id: string) => this.api.rest('POST', `/credits/grants/${id}/void`);
  rows = () => ledgerRows(this.api, 'ada');
  proof = () => proofOf(this.api, 'ada');

  /** What happened to one. */
  eventsOf = async (id: string): Promise<string[]> =>
    (await eventsAbout(this.app, id)).map(({ type }) => type);
}
