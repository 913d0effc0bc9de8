import { runFuzz } from '../fuzz/run';
import { fuzzSettings } from '../fuzz/settings';
import { scaled } from '../support/scenario-scale';

jest.setTimeout(6 * 3_600_000);

/** What it does and what it looks for: docs/adr/0131-a-fuzzer-of-both-doors.md. `npm run fuzz` runs it alone. */
describe('requests that are valid, broken and hostile, at both doors', () => {
  it('meet no defect', async () => {
    const settings = fuzzSettings({ rest: scaled(200_000, 1200), graphql: scaled(20_000, 300) });
    expect(await runFuzz(settings)).toEqual([]);
  });
});
