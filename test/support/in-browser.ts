import { whyNoBrowser } from './chromium';

/** Tests in a real browser. Where none runs they are skipped, and say why. */
export function inBrowser(title: string, tests: () => void): void {
  if (whyNoBrowser === undefined) return describe(title, tests);
  process.stdout.write(`${title}: skipped, for ${whyNoBrowser}\n`);
  describe.skip(title, tests);
}
