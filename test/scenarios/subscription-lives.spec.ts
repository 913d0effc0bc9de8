import fc from 'fast-check';
import { createTestApp, type TestApp } from '../support/app';
import { coursesOf, Lives } from '../support/life-courses';
import { scaled } from '../support/scenario-scale';

// Domain: customers-subscriptions

jest.setTimeout(1_800_000);

/** Each some fifteen seconds, most of them waiting for the tasks of the small steps. */
const courses = scaled(40, 2);
const customers = 2;

describe(`${courses} courses of ${customers} customers each`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  it('V4, V5, V6, T1, T4, T5, T9, B3, D1, D2, D5, D6, D7, D9, D11, X1, X2, X4, Z1, Z2: are at each step what a plain model makes of them, and the same in many small steps', async () => {
    await fc.assert(
      fc.asyncProperty(coursesOf(customers, 40), async (course) => {
        const once = await Lives.begin(app, customers, course.downgrade);
        await once.go(course);
        const often = await Lives.begin(app, customers, course.downgrade);
        await often.repeat(once, 2);
        await often.expectAll();
        expect(await often.histories()).toEqual(await once.histories());
      }),
      // To shrink one would take an hour; its seed brings it again.
      { numRuns: courses, endOnFailure: true },
    );
  });
});
