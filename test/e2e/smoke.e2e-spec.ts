import { createTestApp, type TestApp } from '../support/app';
import { billingOf, createPayee, createReadyContract } from '../support/contract-billing';

describe('smoke', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  it('publishes', async () => {
    await createPayee(app.a.api, 'acorn');
    await createReadyContract(app.a.api, 'deal', 'acorn');
    const b = billingOf(app.a.api, 'deal');
    console.log(JSON.stringify(await b.summary()), JSON.stringify(await b.schedule('?count=3')), JSON.stringify(await b.readiness()));
    console.log((await b.publish()).text);
    console.log(JSON.stringify(await b.schedule('?count=2')));
    console.log((await b.post('reopen')).text);
    console.log((await b.post('cancel')).text);
  });
});
