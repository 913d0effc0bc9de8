import { chapters, tellStory } from '../../demo/story';
import { createTestApp, type TestApp } from '../support/app';

describe('npm run demo', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, periodicWork: true });
  });
  afterAll(() => app.close());

  const tell = async () => {
    const lines: string[] = [];
    const audience = { write: (text: string) => void lines.push(text), isTerminal: false };
    const outcome = await tellStory(app.url, app.a.serverKey, audience);
    return { outcome, text: lines.join('') };
  };
  const promised = chapters.flatMap((chapter) => chapter.promises);

  it('keeps every promise that it announces', async () => {
    const { outcome, text } = await tell();
    expect(text.split('\n').filter((line) => /✗|told {6}|expected {2}|broke off/.test(line))).toEqual([]);
    expect(outcome).toEqual({ passed: promised.length, failed: 0 });
    expect(text).toContain(`\n${promised.length} checks\n`);
    expect(text.trimEnd()).toMatch(new RegExp(`\\n${promised.length} checks passed, 0 failed$`));
  });

  it('can be told again on the same server', async () => {
    expect((await tell()).outcome).toEqual({ passed: promised.length, failed: 0 });
  });

  it('counts what it did not reach as failed', async () => {
    const lines: string[] = [];
    const audience = { write: (text: string) => void lines.push(text), isTerminal: false };
    const outcome = await tellStory(app.url, app.a.publishableKey, audience);
    expect(outcome).toEqual({ passed: 0, failed: promised.length });
    expect(lines.join('')).toContain('The story broke off');
  });
});
