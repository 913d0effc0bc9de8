import { SystemClock } from '#libs/kernel/clock';
import { ClockWatch } from '#libs/persistence/clock-watch';
import { createTestApp, type TestApp } from '../support/app';

/** The clock of the machine, not that of the tests. */
describe('the clock of the machine', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const turn = (ms: number): void => {
    jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => new Date(Date.now() + ms));
  };
  const ready = async () => {
    const { status, body } = await app.anonymous.send('GET', '/health/ready');
    return { status, body };
  };
  const warnings = (): string[] => app.logLines.filter((line) => line.includes('the clock of this machine'));
  const start = (): Promise<void> => app.nest.get(ClockWatch).onApplicationBootstrap();

  it("§2.7: is told to be right where it is the database's", async () => {
    expect(await ready()).toEqual({ status: 200, body: { status: 'ok', database: 'ok', clock: 'ok' } });
    expect(warnings()).toEqual([]);
  });

  it.each([
    [3_600_000, /^3\d{3}\.\d s ahead of the database's$/],
    [-3_600_000, /^3\d{3}\.\d s behind the database's$/],
  ])('§2.7: %d ms off is warned of at start and in health, which is ready nevertheless', async (ms, told) => {
    turn(ms);
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ok', database: 'ok', clock: expect.stringMatching(told) },
    });
    const before = warnings().length;
    await start();
    expect(warnings()).toHaveLength(before + 1);
    expect(JSON.parse(warnings().at(-1) ?? '')).toMatchObject({ level: 'warn' });
  });

  it('§2.7: a few seconds are nothing', async () => {
    turn(-4000);
    expect(await ready()).toMatchObject({ body: { clock: 'ok' } });
    await start();
  });
});
