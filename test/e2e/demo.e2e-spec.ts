import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceClient } from '../../demo/service-client';
import { Stage } from '../../demo/stage';
import { chapters, chaptersByClock, chaptersNearby, chaptersOfFiles, tellStory } from '../../demo/story';
import { TestClock } from '../../demo/test-clock';
import { createTestApp, type TestApp } from '../support/app';
import { clockPath, sandbox, setClock, type ClockTold } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { expectOk } from '../support/client';

describe('npm run demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-exports-'));
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, periodicWork: true, variables: { DATA_EXPORT_DIR: folder } });
    place = await sandbox(app);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tell = async (key: string, mayMoveClock: boolean) => {
    const lines: string[] = [];
    const audience = { write: (text: string) => void lines.push(text), isTerminal: false };
    const outcome = await tellStory(app.url, key, audience, { mayMoveClock });
    return { outcome, text: lines.join('') };
  };
  const clock = () => expectOk<ClockTold>(place.api.rest('GET', clockPath(place)));
  const faults = (text: string) =>
    text.split('\n').filter((line) => /✗|told {6}|expected {2}|broke off/.test(line));
  const withoutClock = [...chapters, ...chaptersOfFiles, ...chaptersNearby].flatMap(
    (chapter) => chapter.promises,
  );
  const promised = [...chapters, ...chaptersOfFiles, ...chaptersNearby, ...chaptersByClock].flatMap(
    (chapter) => chapter.promises,
  );

  it('keeps every promise that it announces, and lets the clock run on', async () => {
    const { outcome, text } = await tell(place.serverKey, true);
    expect(faults(text)).toEqual([]);
    expect(outcome).toEqual({ passed: promised.length, failed: 0 });
    expect(text).toContain(`\n${promised.length} checks\n`);
    expect(text.trimEnd()).toMatch(new RegExp(`\\n${promised.length} checks passed, 0 failed$`));
    expect((await clock()).isFrozen).toBe(false);
  });

  it('can be told again on the same server; a clock that stood ahead stands again', async () => {
    await expectOk(setClock(place, new Date(Date.parse((await clock()).now) + 60_000)));
    const { outcome, text } = await tell(place.serverKey, true);
    expect(faults(text)).toEqual([]);
    expect(outcome).toEqual({ passed: promised.length, failed: 0 });
    expect((await clock()).isFrozen).toBe(true);
  });

  it('moves no clock where it may not', async () => {
    const { now } = await clock();
    const { text } = await tell(place.publishableKey, false);
    expect(text).toContain('this key is not told its environment');
    const stage = new Stage({ write: () => undefined, isTerminal: false });
    const found = await TestClock.find(new ServiceClient(app.url, place.serverKey), stage, {
      mayMove: false,
    });
    expect(found).toMatch(/DEMO_CLOCK=move lets them$/);
    expect((await clock()).now).toBe(now);
  });

  it('does without the clock of PRODUCTION', async () => {
    const { outcome, text } = await tell(app.a.serverKey, true);
    expect(text).toMatch(/is PRODUCTION, whose clock nobody moves/);
    expect(outcome).toEqual({ passed: withoutClock.length, failed: 0 });
  });

  it('counts what it did not reach as failed', async () => {
    const { outcome, text } = await tell(app.a.publishableKey, true);
    expect(outcome).toEqual({ passed: 0, failed: chapters.flatMap(({ promises }) => promises).length });
    expect(text).toContain('The story broke off');
  });
});
