import { DueWalks } from '#libs/messaging/due-work';
import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk } from './client';
import { sendInvoice, type Scheduled } from './invoices';
import { createBuyers, createIssuer } from './issuers';
import type { TestEnvironment } from './environments';

/** A payment as it is told. */
export interface ToldPayment extends Json {
  id: string;
  state: string;
  amount: number;
}

/** Where `acme` sells to `acorn`, and the sandbox collects. */
export async function collectedPlace(app: TestApp): Promise<TestEnvironment> {
  const place = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
  await createBuyers(place.api, 'acorn');
  await createIssuer(place.api, 'acme');
  const credentials = { sandbox: true };
  const body = { id: 'pay', vendorIdentifier: 'STRIPE', credentials };
  await expectOk(place.api.rest('POST', '/integrations', body));
  return place;
}

/** Of `acorn`: its number. */
export async function owe(app: TestApp, place: TestEnvironment, more: Scheduled = {}): Promise<string> {
  return String((await sendInvoice(app, more, place))['invoiceId']);
}

/** What is due of payments now is looked after, as it is each minute. */
export async function runPayments(app: TestApp): Promise<void> {
  const walk = app.nest.get(DueWalks).all.find(({ name }) => name === 'collect-payments');
  while ((await walk?.goOn()) === 'more') continue;
}
