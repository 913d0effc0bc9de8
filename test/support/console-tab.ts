import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const axe = readFileSync(join(__dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

export interface Seen {
  /** Addresses that were asked for. */
  requested: string[];
  /** How many of them have no answer yet. */
  open: number;
  /** What the page wrote to the console of the browser, and what it threw. */
  complaints: string[];
}

interface Found {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

const desk = { width: 1280, height: 860 };
export const telephone = { width: 390, height: 844 };

/** A tab of the console, and all that it did. */
export class ConsoleTab {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
    readonly seen: Seen,
  ) {}

  static async open(browser: Browser, url: string, viewport = desk): Promise<ConsoleTab> {
    const context = await browser.newContext({ viewport, locale: 'en-GB', acceptDownloads: true });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const seen: Seen = { requested: [], open: 0, complaints: [] };
    page.on('request', (request) => {
      seen.requested.push(request.url());
      seen.open += 1;
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', () => void (seen.open -= 1));
    page.on('console', (message) => void seen.complaints.push(message.text()));
    page.on('pageerror', (error) => void seen.complaints.push(error.message));
    return new ConsoleTab(context, page, url, seen);
  }

  async signIn(key: string, path = ''): Promise<void> {
    await this.page.goto(`${this.url}/console${path}`);
    await this.page.getByLabel('Server key').fill(key);
    await this.press('Sign in');
    await this.page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  /** By the places of the console: a reload would forget the key. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(`/console${path}`)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
    );
    await this.settled();
  }

  place(name: string): Promise<void> {
    return this.page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name, exact: true })
      .click();
  }

  press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  get window(): Locator {
    return this.page.getByRole('dialog');
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, level: 1 });
  }

  /** Until everything that the screen asked for is there. */
  async settled(): Promise<void> {
    for (let calm = 0; calm < 3; calm++) {
      await this.page.waitForTimeout(30);
      if (this.seen.open > 0 || (await this.page.locator('.waiting').count()) > 0) calm = -1;
    }
  }

  /** For the README, where `npm run pictures` asks for them. */
  async pictureForReaders(name: string): Promise<void> {
    const { CONSOLE_PICTURES: folder } = process.env;
    if (folder === undefined) return;
    await this.settled();
    await this.picture(join(folder, name));
  }

  /** @param path without its ending */
  async picture(path: string): Promise<void> {
    await this.page.screenshot({ path: `${path}.jpg`, type: 'jpeg', quality: 72 });
  }

  /** Which addresses were asked for, but for those of the service. */
  elsewhere(): string[] {
    const own = [`${this.url}/`, `blob:${this.url}/`];
    return this.seen.requested.filter((url) => !own.some((start) => url.startsWith(start)));
  }

  /** Whether somebody sees where it begins, without moving anything. */
  async inView(of: Locator): Promise<boolean> {
    const [box, size] = [await of.boundingBox(), this.page.viewportSize()];
    return !!box && !!size && box.y >= 0 && box.y + box.height <= size.height;
  }

  /** By how many pixels the page is wider than what it is shown on. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }

  /** What hinders somebody who reads by ear, by keyboard, or sees little: of a kind that counts. */
  async hindrances(): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>(`'axe' in window`))) await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate<{ violations: Found[] }>(
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })",
    );
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
