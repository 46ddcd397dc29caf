import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { useHistory } from '../api/history/support.ts';
import { itLong } from '../support/long.ts';
import { unpackZip } from '../support/zips.ts';
import { expectSoon } from './support.ts';

const execute = promisify(execFile);

describe('The auditor’s console', function () {
  this.timeout(120_000);
  const books = useHistory();
  let entryId: number;

  before(async () => {
    const posted = await books.firm.client.post(`${books.file.path}/entries`, {
      journal_id: books.file.journal('OD'),
      entry_date: '2026-02-03',
      label: 'Rent of February',
      lines: [
        { account: '610000', debit: '750.00' },
        { account: '440000', credit: '750.00' },
      ],
    });
    expect(posted.status, posted.text).to.equal(201);
    entryId = posted.body.id;
    const attached = await books.firm.client.upload('POST', `${books.file.path}/entries/${entryId}/attachments`, [
      { field: 'files[]', name: 'rent.png', content: PIXEL, type: 'image/png' },
    ]);
    expect(attached.status, attached.text).to.equal(201);
  });

  it('gives a pack away that its own verifier proves, also in Node, until one byte of it is changed', async () => {
    const response = await fetch(`${books.service.url}${books.file.path}/audit-pack`, {
      headers: { Authorization: `Bearer ${books.firm.client.token}` },
    });
    expect(response.status).to.equal(200);
    const files = await unpackZip(Buffer.from(await response.arrayBuffer()));
    expect([...files.keys()].sort()).to.deep.equal([
      'README.txt',
      'events.ndjson',
      'head.json',
      'trial-balance.json',
      'verify.html',
    ]);
    const { head } = (await books.firm.client.get(`${books.file.path}/history/verify`)).body as {
      head?: { hash: string };
    };
    expect(JSON.parse(files.get('head.json')!.toString())).to.include({ hash: head!.hash });
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-pack-'));
    const verdict = () => execute(process.execPath, ['verify.html'], { cwd: folder, env: { LANG: 'en' } });
    try {
      for (const [name, content] of files) await writeFile(join(folder, name), content);
      const { stdout } = await verdict();
      expect(stdout).to.contain('The chain is intact').and.to.contain('The trial balance matches the events');
      const events = files.get('events.ndjson')!.toString();
      await writeFile(join(folder, 'events.ndjson'), events.replace('"debit":"750.00"', '"debit":"750.01"'));
      const failure = await verdict().catch((error: unknown) => error as { code: number; stdout: string });
      expect(failure).to.have.property('code', 1);
      expect(failure.stdout).to.contain('was changed after it was recorded');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is not given to those below a manager, and no page asks for anything elsewhere', async () => {
    const encoder = await books.service.newMember(books.firm, 'encoder');
    expect((await encoder.client.get(`${books.file.path}/audit-pack`)).status).to.equal(403);
    const page = await fetch(`${books.service.url}/console`);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).to.contain("default-src 'none'").and.not.to.contain('unsafe');
    expect(await page.text()).not.to.match(/https?:/);
    expect((await fetch(`${books.service.url}/console/other.js`)).status).to.equal(404);
  });

  describe('in a browser', function () {
    let browser: Browser;
    let page: Page;
    const elsewhere: string[] = [];
    const problems: string[] = [];

    before(async function () {
      const executablePath = findBrowser();
      if (executablePath === null) {
        process.stdout.write('    (no browser on this machine: the pages of the console are not opened)\n');
        return this.skip();
      }
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      page = await browser.newPage({ locale: 'en-GB', viewport: { width: 400, height: 800 } });
      page.setDefaultTimeout(60_000);
      page.on('request', (request) => {
        if (!request.url().startsWith(books.service.url) && !request.url().startsWith('blob:'))
          elsewhere.push(request.url());
      });
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
      await page.goto(`${books.service.url}/console`);
    });
    after(() => browser?.close());

    const open = (view: string) => page.evaluate(`location.hash = 'file=${books.file.token}&${view}'`);

    it('signs in, chooses a file and follows a figure to its document and to who made it', async () => {
      await page.fill('[name=email]', books.firm.admin.email);
      await page.fill('[name=password]', books.firm.admin.password);
      await page.click('[type=submit]');
      await page.click(`tr.opens >> text=${books.file.body['name'] as string}`);
      await page.click('tr.opens >> text=610000');
      await page.click('tr.opens >> text=Rent of February');
      // It is shown beside without being asked for.
      await page.waitForSelector('.preview img');
      // The entry is shown once: its events are sentences.
      await page.waitForSelector('.entry-paper >> text=610000');
      await page.waitForSelector('.events .told');
      expect(await page.textContent('.events')).to.contain('posted the entry OD');
      expect(await page.$$('.events .fields')).to.have.length(0);
      await page.click('.events >> text=Operation');
      await page.waitForSelector('text=Everything this operation changed');
    });

    it('shows the books of another day when the slider moves', async () => {
      await open('view=trial_balance');
      await page.waitForSelector('tr.opens >> text=610000');
      await open('view=trial_balance&at=2020-01-01');
      await page.waitForSelector('[role=alert]:not(:empty)');
      await page.click('button >> text=Now');
      await page.waitForSelector('tr.opens >> text=610000');
      await page.focus('input[type=range]');
      await page.keyboard.press('End');
      expect(await page.inputValue('input[type=date]')).to.match(/^\d{4}-\d\d-\d\d$/);
    });

    it('recomputes the chain by itself, answers questions from it, and finds one that was tampered with', async () => {
      await open('view=proof');
      await page.click('text=Check the chain');
      await page.waitForSelector('.whole');
      const log = await fetch(`${books.service.url}${books.file.path}/events`, {
        headers: { Authorization: `Bearer ${books.firm.client.token}` },
      });
      const [first] = (await log.text()).split('\n');
      await page.fill('input.hash', (JSON.parse(first!) as { hash: string }).hash);
      await page.waitForSelector('text=This is the hash of event 0');
      await open('view=questions&question=benford');
      await page.waitForSelector('.chart canvas');
      await page.route('**/events', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('"debit":"750.00"', '"debit":"750.01"');
        await route.fulfill({ response, body });
      });
      await open('view=proof');
      await page.click('text=Check the chain');
      expect(await page.textContent('.broken')).to.contain('EntryPosted');
      await page.unroute('**/events');
    });

    it('speaks the language of the reader, and says in it that there were no books yet', async () => {
      const context = await browser.newContext({ locale: 'fr-BE' });
      const other = await context.newPage();
      await other.goto(`${books.service.url}/console`);
      await expectSoon(() => other.getAttribute('html', 'lang'), 'fr');
      await other.evaluate(`sessionStorage.setItem('grandlivre-console-token', '${books.firm.client.token}')`);
      const refused: string[] = [];
      other.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
      await other.goto(`${books.service.url}/console#file=${books.file.token}&at=2020-01-01`);
      await other.reload();
      // The service speaks English to them, whatever their browser prefers.
      await other.waitForSelector('[role=alert] >> text=No fiscal year had been recorded by that date.');
      await expectSoon(() => other.getAttribute('html', 'lang'), 'en');
      await other.selectOption('.head select', 'nl');
      await other.waitForSelector('[role=alert] >> text=Op die datum was nog geen boekjaar geregistreerd.');
      expect(refused).to.deep.equal([]);
      await context.close();
    });

    itLong('keeps the language that was chosen before signing in, also when the page is opened again', async () => {
      const context = await browser.newContext({ locale: 'fr-BE' });
      try {
        const other = await context.newPage();
        await other.goto(`${books.service.url}/console`);
        await other.selectOption('.head select', 'de');
        await other.evaluate(`sessionStorage.setItem('grandlivre-console-token', '${books.firm.client.token}')`);
        await other.goto(`${books.service.url}/console#file=${books.file.token}`);
        await other.reload();
        await other.waitForSelector('.head button >> text=Abmelden');
        await expectSoon(() => other.getAttribute('html', 'lang'), 'de');
        expect(await other.inputValue('.head select')).to.equal('de');
      } finally {
        await context.close();
      }
    });

    itLong(
      'shows the words of the service in the language of the page, also to someone who has chosen none',
      async () => {
        const { client } = books.firm;
        const { body: me } = await client.get('/v1/auth/me');
        expect((await client.patch('/v1/auth/me', { locale: null })).status).to.equal(200);
        const context = await browser.newContext({ locale: 'de-DE' });
        try {
          const other = await context.newPage();
          await other.goto(`${books.service.url}/console`);
          await other.evaluate(`sessionStorage.setItem('grandlivre-console-token', '${client.token}')`);
          await other.goto(`${books.service.url}/console#file=${books.file.token}&view=balance_sheet`);
          await other.reload();
          await other.waitForSelector('html:not([lang=de])');
          const language = (await other.getAttribute('html', 'lang'))!;
          const year = books.file.fiscalYearId;
          const { body } = await client.get(`${books.file.path}/reports/balance-sheet?fiscal_year_id=${year}`, {
            'Accept-Language': language,
          });
          const [first] = body['assets'] as { label: string }[];
          await other.waitForSelector(`.statement th >> text=${first!.label}`, { timeout: 10_000 });
        } finally {
          await context.close();
          await client.patch('/v1/auth/me', { locale: me['locale'] });
        }
      },
    );

    it('shows the row that keys have led to, above the totals, and finds one behind a filter', async () => {
      await page.setViewportSize({ width: 1280, height: 200 });
      await open('view=trial_balance');
      await page.waitForSelector('tr.opens >> text=610000');
      await page.focus('tr.opens[tabindex="0"]');
      await page.keyboard.press('End');
      await page.waitForSelector('tr.opens:focus:not([data-index="0"])');
      const [row, totals] = await page.evaluate<[number, number]>(
        `[document.activeElement.getBoundingClientRect().bottom, document.querySelector('tfoot').getBoundingClientRect().top]`,
      );
      expect(row).to.be.at.most(totals + 1);
      await page.fill('input[type=search]', '610000');
      await page.waitForSelector('tr.opens[tabindex="0"] >> text=610000');
      await page.setViewportSize({ width: 400, height: 800 });
    });

    itLong('has room for all that it shows on a narrow screen, in each language', async () => {
      const views = ['view=trial_balance', 'account=440000', 'view=compare', 'view=questions&question=odd_hours'];
      for (const language of ['fr', 'nl', 'de', 'en']) {
        await page.selectOption('.head select', language);
        for (const view of [...views, `entry=${entryId}`]) {
          await open(view);
          await page.waitForSelector('.rows, .posted-lines, .empty');
          const beyond = await page.evaluate(
            `[document.documentElement, ...document.querySelectorAll('.rows, .entry-paper')]
              .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)`,
          );
          expect(beyond, `${view}, ${language}`).to.deep.equal([]);
          const head = await page.evaluate<number>(`document.querySelector('.head').offsetHeight`);
          expect(head, `the head in ${language}`).to.be.below(60);
        }
      }
    });

    itLong('can be used by everyone, in light and dark, and asks nobody else', async () => {
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      const looks = [
        ['light', ['view=trial_balance', 'view=balance_sheet', 'view=questions', `entry=${entryId}`]],
        ['dark', ['view=trial_balance']],
      ] as const;
      for (const [colorScheme, views] of looks) {
        const context = await browser.newContext({ bypassCSP: true, colorScheme, locale: 'fr-BE' });
        const other = await context.newPage();
        await other.goto(`${books.service.url}/console`);
        await other.evaluate(`sessionStorage.setItem('grandlivre-console-token', '${books.firm.client.token}')`);
        for (const view of views) {
          await other.goto(`${books.service.url}/console#file=${books.file.token}&${view}`);
          await other.reload();
          await other.waitForSelector('h2');
          await other.addScriptTag({ path: axe });
          const found = await other.evaluate('axe.run({ runOnly: ["wcag2a", "wcag2aa"] })');
          const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
          const told = violations.map(({ id, nodes }) => [id, nodes[0]!.html]);
          expect(told, `${view}, ${colorScheme}`).to.deep.equal([]);
        }
        await context.close();
      }
      expect(elsewhere).to.deep.equal([]);
      expect(problems.filter((text) => !/status of (404|422)/.test(text))).to.deep.equal([]);
    });
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
