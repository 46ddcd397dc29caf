import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { itLong } from '../support/long.ts';
import { buildOnce } from '../support/processes.ts';
import { useService } from '../support/service.ts';

describe('The guides in a browser', function () {
  this.timeout(120_000);
  const service = useService({ from: 'books' });
  const problems: string[] = [];
  const elsewhere: string[] = [];
  let browser: Browser;
  let page: Page;

  before(async function () {
    const executablePath = findBrowser();
    if (executablePath === null) {
      process.stdout.write('    (no browser on this machine: the guides are not opened)\n');
      return this.skip();
    }
    await buildOnce();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await openPage({ colorScheme: 'light', viewport: { width: 400, height: 800 } });
  });
  after(() => browser?.close());
  afterEach(() => {
    expect(problems.splice(0)).to.deep.equal([]);
    expect(elsewhere.splice(0)).to.deep.equal([]);
  });

  async function openPage(options: BrowserContextOptions): Promise<Page> {
    const opened = await (await browser.newContext(options)).newPage();
    opened.setDefaultTimeout(60_000);
    opened.on('pageerror', ({ message }) => problems.push(message));
    // An answer that a guide promises to be an error is one for the browser too. Swagger UI warns of codes in the hash.
    opened.on('console', (line) => line.type() === 'error' && !/status of 4\d\d|escaping deep link/.test(line.text()) && problems.push(line.text()));
    opened.on('request', (request) => !request.url().startsWith(service.url) && elsewhere.push(request.url()));
    return opened;
  }
  const run = (place: string) => page.click(`figure:has(figcaption:has-text("${place}")) .run`);
  const readResult = (place: string) => page.textContent(`figure:has(figcaption:has-text("${place}")) .result`);
  const waitForResult = (text: string) => page.waitForSelector(`.result:has-text("${text}")`);

  it('run a request, and fit a narrow screen', async () => {
    await page.goto(`${service.url}/docs/guides/first-request`);
    await run('/v1/ping');
    await waitForResult('200');
    expect(await readResult('/v1/ping')).to.contain('"ok": true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(400);
  });

  it('ask for what is missing, keep what the reader enters, and ask again before they write', async () => {
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    await page.goto(`${service.url}/docs/guides/optimistic-locking`);
    await run('POST /v1/companies/$COMPANY/third-parties');
    expect(await readResult('POST /v1/companies/$COMPANY/third-parties')).to.contain('Enter $COMPANY, $TOKEN first');
    await page.fill('#value-TOKEN', client.token!);
    await page.fill('#value-COMPANY', file.token);
    await run('POST /v1/companies/$COMPANY/third-parties');
    await page.click('dialog button:has-text("Cancel")');
    expect(await client.ok<unknown[]>(`${file.path}/third-parties`)).to.have.length(0);
    await run('POST /v1/companies/$COMPANY/third-parties');
    await page.click('dialog button:has-text("Send it")');
    await waitForResult('201');
    expect(await readResult('POST /v1/companies/$COMPANY/third-parties')).to.contain('ETag: "v1"').and.contain('Garage Peeters');
    expect(await page.inputValue('#value-CUSTOMER')).to.match(/^\d+$/);
    await page.goto(`${service.url}/docs/guides/paging`);
    expect(await page.inputValue('#value-COMPANY')).to.equal(file.token);
    expect(await page.evaluate('JSON.stringify(localStorage)')).to.not.contain(client.token!.split('|')[1]);
  });

  it('show all examples in the language that was chosen', async () => {
    await page.goto(`${service.url}/docs/guides/errors`);
    await page.click('[role=tab]:has-text("Python") >> nth=0');
    await page.goto(`${service.url}/docs/guides/undo`);
    expect(await page.$$eval('.variant:not([hidden]) pre', (shown) => shown.map((one) => one.dataset['language']))).to.satisfy(
      (shown: string[]) => shown.length > 3 && shown.every((language) => language === 'python'),
    );
    await page.focus('[role=tab][aria-selected=true] >> nth=0');
    await page.keyboard.press('ArrowRight');
    expect(await page.textContent('[role=tab][aria-selected=true] >> nth=0')).to.equal('curl');
  });

  it('find an error code, a guide and a route from the search box', async () => {
    const search = async (text: string) => {
      await page.fill('#search', text);
      await page.waitForSelector('#found li[aria-selected=true]');
    };
    await page.goto(`${service.url}/docs/guides/errors`);
    await search('balance sheet of that moment');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guides/known-at#a-balance-sheet-of-that-moment');
    await search('period_locked');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs#period_locked');
    await page.waitForSelector('#error-codes dt.here >> text=period_locked');
    await search('trial balance');
    await page.click('#found li:has-text("/reports/trial-balance")');
    await page.waitForSelector('#operations-reports-getTrialBalance.is-open');
  });

  const isDark = (opened: Page) =>
    opened.evaluate<boolean>('Number(/[0-9]+/.exec(getComputedStyle(document.body).backgroundColor)[0]) < 128');

  itLong('are dark for those whose system is, and for those who choose it', async () => {
    expect(await isDark(page)).to.equal(false);
    await page.click('#theme');
    expect(await isDark(page)).to.equal(true);
    await page.goto(`${service.url}/docs/guides`);
    expect(await isDark(page)).to.equal(true);
    const other = await openPage({ colorScheme: 'dark' });
    await other.goto(`${service.url}/docs/guides`);
    expect(await isDark(other)).to.equal(true);
    await other.close();
  });

  itLong('are accessible', async () => {
    expect(await listViolations('dark', ['/docs/guides', '/docs/guides/first-request'])).to.deep.equal([]);
    expect(await listViolations('light', ['/docs/guides/documents'])).to.deep.equal([]);
  });

  itLong('are beside a reference that is accessible, and needs no style of its own in the page', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const opened = await context.newPage();
    const problems: string[] = [];
    opened.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
    const response = await opened.goto(`${service.url}/docs`);
    expect(response!.headers()['content-security-policy']).not.to.contain('unsafe');
    await opened.click('#areas a >> text=journals');
    await opened.click('#operations-journals-createJournal .opblock-summary-control');
    await opened.waitForSelector('#operations-journals-createJournal pre.microlight[tabindex]');
    await opened.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    // Without the thousand routes and error codes that are all alike.
    const parts = ['header', '#areas', '.info', '.scheme-container', '#operations-journals-createJournal'];
    const { violations } = await opened.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      `axe.run({ include: ${JSON.stringify(parts.map((part) => [part]))} }, { resultTypes: ['violations'] })`,
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  itLong('are accessible on every page', async function () {
    this.timeout(600_000);
    await page.goto(`${service.url}/docs/guides`);
    const links = await page.$$eval('nav.pages a', (found) => found.map((link) => link.getAttribute('href')!));
    // The table of all roles has no other kind of content, and takes axe half a minute.
    const paths = links.filter((path) => path !== '/docs/pages/roles');
    expect(await listViolations('light', paths)).to.deep.equal([]);
    expect(await listViolations('dark', paths.slice(0, 5))).to.deep.equal([]);
  });

  /** All rules of axe, not only those of the guidelines. */
  async function listViolations(colorScheme: 'light' | 'dark', paths: readonly string[]): Promise<string[]> {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const context = await browser.newContext({ bypassCSP: true, colorScheme });
    const opened = await context.newPage();
    const found: string[] = [];
    for (const path of paths) {
      await opened.goto(`${service.url}${path}`);
      await opened.addScriptTag({ path: axe });
      const { violations } = await opened.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
      found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]!.html.slice(0, 200)}`));
    }
    await context.close();
    return found;
  }
});
