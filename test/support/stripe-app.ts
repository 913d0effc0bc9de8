import { createTestApp, type TestApp } from './app';
import { TestClock } from './clock';
import { accountSecrets } from './stripe-account';
import { StripeDouble } from './stripe-double';

/** An application for which a double stands in for Stripe, by the clock of the tests. */
export interface StripeApp {
  app: TestApp;
  double: StripeDouble;
  close(): Promise<void>;
}

export async function createStripeApp(): Promise<StripeApp> {
  let app: TestApp | undefined;
  const clock = new TestClock();
  const double = await StripeDouble.start({ ...accountSecrets, now: () => (app?.clock ?? clock).now() });
  const made = (app = await createTestApp({ variables: { STRIPE_API_URL: double.url } }));
  const close = async (): Promise<void> => {
    await made.close();
    await double.close();
  };
  return { app: made, double, close };
}
