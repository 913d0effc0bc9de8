import { createTestApp, type TestApp } from '../support/app';
import { CreditCourse } from '../support/credit-course';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: credits

jest.setTimeout(1_800_000);

const courses = scaled(200, 5);
const random = seededRandom('credit-courses.spec');

describe(`${courses} courses of wallets through the doors`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  it('D6, D7, G3, G5, G6, L2, N2, N3, N4, N5, N7, N9, N11: come to what a count of single credits comes to, and are proved', async () => {
    for (let course = 0; course < courses; course++) {
      const tried = await CreditCourse.begin(app, random);
      await tried.go(random.whole(20, 60));
    }
  });
});
