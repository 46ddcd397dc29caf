import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { sample } from '../support/long.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TOKEN = 'grandlivre-console-token';

const SCREENS = [
  { width: 1280, scheme: 'light' },
  { width: 400, scheme: 'dark' },
  { width: 1280, scheme: 'dark' },
  { width: 400, scheme: 'light' },
] as const;
/** In a short run views take turns, so that both widths and both schemes are among them. */
const TAKEN_IN_TURNS = 2;

const SOON_MS = 30_000;

/** The page draws after the key or the click was handled: looks again until it shows this. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = performance.now() + SOON_MS;
  while ((await read()) !== expected && performance.now() < deadline) await pause(20);
  expect(await read()).to.equal(expected);
}

/** A service with a firm and a company file, and a browser in which somebody is signed in. */
export interface Desk {
  readonly service: TestService;
  readonly firm: TestFirm;
  readonly file: TestCompany;
  readonly page: Page;
  /** What the page reported as errors. */
  readonly problems: readonly string[];
  /** Opens a view such as `view=trial_balance`, or the board without one, and waits for its heading. */
  open(place?: string): Promise<void>;
  /** Signs in another person by their token; null signs out. */
  signIn(token: string | null): Promise<void>;
  /** Checks a view in light and dark, wide and narrow: no fault that axe finds, no horizontal scroll. */
  expectAccessible(place?: string): Promise<void>;
  /** The same of what the page shows now, such as a dialog that is open. */
  expectShownAccessible(what: string): Promise<void>;
}

export interface DeskOptions {
  readonly from?: 'books';
  /** Further settings of the service, known when it is started. */
  readonly environment?: () => Readonly<Record<string, string>>;
}

/** Skips the tests of its `describe` on a machine without a browser. */
export function useDesk({ from = 'books', environment }: DeskOptions = {}): Desk {
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let browser: Browser | undefined;
  let page: Page;
  const problems: string[] = [];
  let turn = 0;

  before(async function () {
    this.timeout(120_000);
    const executablePath = findBrowser();
    if (executablePath === null) {
      process.stdout.write('    (no browser on this machine: the desk is not opened)\n');
      return this.skip();
    }
    service = await startTestService({ from, ...(environment && { environment: environment() }) });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    page.on('pageerror', ({ message }) => problems.push(message));
    await signIn(firm.client.token);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function signIn(token: string | null): Promise<void> {
    await page.goto(`${service.url}/console`);
    await page.evaluate(
      token === null
        ? `sessionStorage.removeItem('${TOKEN}')`
        : `sessionStorage.setItem('${TOKEN}', ${JSON.stringify(token)})`,
    );
    await page.reload();
  }

  async function open(place?: string): Promise<void> {
    const hash = place === undefined ? '' : `file=${file.token}&${place}`;
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.waitForSelector(place === undefined ? 'main.board h1' : 'main h2');
    await page.waitForSelector('main .skeleton', { state: 'detached' });
    await page.waitForSelector('main [aria-busy=true]', { state: 'detached' });
  }

  const expectAccessible = (place?: string): Promise<void> => expectFaultless(place ?? 'board', () => open(place));
  const expectShownAccessible = (what: string): Promise<void> => expectFaultless(what, () => Promise.resolve());

  async function expectFaultless(what: string, prepare: () => Promise<void>): Promise<void> {
    const chosen = turn++ % TAKEN_IN_TURNS;
    for (const { width, scheme } of sample(SCREENS, (_screen, index) => index === chosen)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await prepare();
      const where = `${what}, ${width} px, ${scheme}`;
      expect(await page.evaluate('document.documentElement.scrollWidth'), where).to.be.at.most(width);
      if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
      const found = await page.evaluate<{ id: string; targets: string[] }[]>(
        `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`,
      );
      expect(found, where).to.deep.equal([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  return {
    get service() {
      return service;
    },
    get firm() {
      return firm;
    },
    get file() {
      return file;
    },
    get page() {
      return page;
    },
    problems,
    open,
    signIn,
    expectAccessible,
    expectShownAccessible,
  };
}
