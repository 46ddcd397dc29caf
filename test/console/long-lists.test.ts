import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { buildExampleIban } from '../../api/bank/example-file.ts';
import { buildCodaFile } from '../support/bank-files.ts';
import { expectSoon, useDesk } from './support.ts';
import { isLongRun, itLong } from '../support/long.ts';

/** More than three pages of 200, which is the most that the API gives. */
const LINES = 650;

describe('Long lists of the desk', function () {
  this.timeout(120_000);
  const desk = useDesk();

  let supplier: number;

  const buildEntry = (number: number) => ({
    journal_id: desk.file.journal('OD'),
    entry_date: '2026-02-03',
    label: `Line ${number} of many`,
    lines: [
      { account: '610000', debit: '1.00' },
      { account: '440000', credit: '1.00', third_party_id: supplier },
    ],
  });

  before(async () => {
    const { firm, file } = desk;
    const { id } = await firm.client.created(`${file.path}/third-parties`, { type: 'supplier', name: 'Of many lines' });
    supplier = id;
    // The list of a short run is made up.
    if (!isLongRun) return;
    const entries = Array.from({ length: LINES }, (_, index) => buildEntry(index + 1));
    for (let start = 0; start < LINES; start += 325)
      await firm.client.created(`${file.path}/entries/batch`, { entries: entries.slice(start, start + 325) });
  });

  const waitForRows = (text: string) => desk.page.waitForSelector(`.table output >> text="${text}"`);

  itLong('show all lines of an account, find the last one, and write all of them to a file', async () => {
    const { page } = desk;
    await desk.open('view=trial_balance&account=610000');
    await waitForRows(`${LINES} rows`);
    const download = page.waitForEvent('download');
    await page.click('.table >> text=CSV');
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\n')).to.have.length(LINES + 1);
    await page.fill('.table input[type=search]', `Line ${LINES} of`);
    await waitForRows(`1 of ${LINES} rows`);
    await page.waitForSelector(`tr.opens >> text=Line ${LINES} of many`);
  });

  itLong('show all changes of the file, page by page', async () => {
    const { page } = desk;
    await desk.open('view=history&type=entries');
    for (const shown of [200, 400, 600]) {
      await page.waitForSelector(`.shown-changes >> text=The latest ${shown} changes`);
      await page.click('text=Show earlier changes');
    }
    await page.waitForSelector(`.shown-changes >> text=All ${LINES} changes`);
    expect(await page.locator('.steps details li').count()).to.equal(LINES);
  });

  itLong('show all entries, and let the service search in all of them', async () => {
    const { page } = desk;
    await desk.open('view=entries');
    await waitForRows(`${LINES} rows`);
    await page.waitForSelector(`tfoot >> text="${LINES}.00"`);
    await page.getByLabel('Search', { exact: true }).fill(`${LINES} line`);
    await waitForRows('1 row');
    await page.waitForSelector(`tr.opens >> text="Line ${LINES} of many"`);
  });

  itLong('show all entries recorded between two moments', async () => {
    const { page } = desk;
    await desk.open('view=compare');
    await page.waitForSelector(`.compare-steps >> text=${LINES} entries were recorded`);
    await page.click('text=Read the event log');
    await waitForRows(`${LINES} rows`);
  });

  /** Three rows a page, so that ten make four pages. */
  const giveFewAtOnce = (list: string) =>
    desk.page.route(`**/${list}?**`, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/per_page=\d+/, 'per_page=3'),
      }),
    );
  const TEN = Array.from({ length: 10 }, (_, index) => index + 1);

  itLong('show all invoices, however few the service gives at once', async () => {
    const { firm, file, page } = desk;
    const customer = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Café' });
    for (let number = 1; number <= 10; number += 1)
      await firm.client.created(`${file.path}/documents`, {
        direction: 'sale',
        document_date: '2026-02-03',
        third_party_id: customer.id,
        lines: [{ description: `Loaf ${number}`, amount_net: '1.00', account: '700000', vat_code: 'S-0' }],
      });
    await giveFewAtOnce('documents');
    await desk.open('view=invoices');
    await waitForRows('10 rows');
    await page.waitForSelector('.rows tfoot >> text=10.00');
    await page.fill('.table input[type=search]', 'Loaf 10');
    await waitForRows('1 of 10 rows');
    await page.unroute('**/documents?**');
  });

  itLong('show all entries of the journals', async () => {
    await desk.open('view=journals');
    await waitForRows(`${LINES} rows`);
  });

  itLong('show all open items', async () => {
    await desk.open('view=open_items');
    await waitForRows(`${LINES} rows`);
  });

  it('draw few of ten thousand rows, and reach, filter, add up and write all of them', async () => {
    const { page } = desk;
    await page.route('**/reports/general-ledger?**', (route) => route.fulfill({ json: buildMovements(10_000) }));
    await desk.open('view=trial_balance&account=610000');
    await waitForRows('10,000 rows');
    const countDrawn = () => page.locator('.rows tbody tr[data-index]').count();
    const findFocus = () => page.evaluate('Number(document.activeElement.dataset.index)');
    expect(await countDrawn()).to.be.below(60);
    // As a wheel does: every position on the way is drawn.
    await page.evaluate(`new Promise((done) => {
      const box = document.querySelector('.rows');
      const move = () => {
        box.scrollTop += box.scrollHeight / 60;
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) done();
        else requestAnimationFrame(move);
      };
      move();
    })`);
    await page.waitForSelector('tr >> text="Movement 10000"');
    expect(await countDrawn()).to.be.below(60);
    await page.focus('.rows tr[tabindex="0"]');
    for (const [key, row] of [
      ['Home', 0],
      ['End', 9_999],
      ['ArrowUp', 9_998],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForSelector(`tr[data-index="${row}"]:focus`);
    }
    await page.keyboard.press('Home');
    await page.waitForSelector('tr[data-index="0"]:focus');
    await page.keyboard.press('PageDown');
    await page.waitForSelector('tr[data-index]:not([data-index="0"]):focus');
    expect(await findFocus()).to.be.within(5, 60);
    expect(await page.textContent('.rows tfoot')).to.contain('10,000.00');
    await page.fill('.table input[type=search]', 'movement 999');
    // 999, 1999 and so on to 8999, and 9990 to 9999
    await waitForRows('19 of 10,000 rows');
    expect(await page.textContent('.rows tfoot'))
      .to.contain('19.00')
      .and.not.to.contain('10,000.00');
    const download = page.waitForEvent('download');
    await page.click('.table >> text=CSV');
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\n')).to.have.length(20);
    await page.unroute('**/reports/general-ledger?**');
  });

  itLong('show all documents of the inbox, and find the last one', async () => {
    const { page } = desk;
    await page.route('**/document-imports?**', (route) => route.fulfill({ json: buildImports(route.request().url()) }));
    await desk.open('view=documents');
    await page.waitForSelector(`.inbox nav >> text="${LINES} documents"`);
    expect(await page.locator('.imports li').count()).to.equal(LINES);
    await page.fill('main input[type=search]', `document ${LINES}`);
    await page.waitForSelector(`.inbox nav >> text="1 of ${LINES} documents"`);
    await page.unroute('**/document-imports?**');
  });

  itLong('show all movements of a third party, and stay where they are when another one is added', async () => {
    const { page, firm, file } = desk;
    await desk.open(`view=open_items&party=${supplier}`);
    await waitForRows(`${LINES} rows`);
    await page.evaluate(`document.querySelector('.rows').scrollTop = 5000`);
    await page.waitForSelector('.rows tr[data-index="150"]');
    await firm.client.created(`${file.path}/entries`, buildEntry(LINES + 1));
    await waitForRows(`${LINES + 1} rows`);
    await expectSoon(() => page.evaluate(`document.querySelector('.rows').scrollTop`), 5000);
  });

  itLong('show all balances by age', async () => {
    const { firm, file, page } = desk;
    const customers = await Promise.all(
      TEN.map((number) =>
        firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: `Café ${number}` }),
      ),
    );
    const entries = customers.map(({ id }) => ({
      ...buildEntry(0),
      lines: [
        { account: '400000', debit: '1.00', third_party_id: id },
        { account: '700000', credit: '1.00' },
      ],
    }));
    await firm.client.created(`${file.path}/entries/batch`, { entries });
    await giveFewAtOnce('reports/aged-balance');
    await desk.open('view=aged_balances&type=customers');
    await waitForRows('10 rows');
    await page.unroute('**/reports/aged-balance?**');
  });

  itLong('show all transactions of the bank', async () => {
    const { firm, file, page } = desk;
    const iban = buildExampleIban(1);
    const control_account_id = file.account('550000');
    await firm.client.created(`${file.path}/journals`, {
      code: 'K1',
      label: 'Bank',
      type: 'bank',
      iban,
      control_account_id,
    });
    const days = { entry_date: '2026-03-06', value_date: '2026-03-06' };
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-03-05',
      closing_date: '2026-03-06',
      opening_balance: '0.00',
      movements: TEN.map((number) => ({ amount: `${number}.05`, ...days, communication: `Payment ${number}` })),
    });
    const statement = { field: 'files[]', name: 's.cod', content, type: 'application/octet-stream' };
    await firm.client.expect(201).upload('POST', `${file.path}/coda-files`, [statement]);
    await giveFewAtOnce('bank-transactions');
    await desk.open('view=bank');
    for (const number of [1, 10]) await page.waitForSelector(`.transactions >> text="${number}.05"`);
    await page.unroute('**/bank-transactions?**');
  });

  itLong('show all company files on the board', async () => {
    const { firm, service, page } = desk;
    for (const _ of TEN.slice(1)) await service.newCompany(firm.client);
    await giveFewAtOnce('board');
    await desk.open();
    await waitForRows('10 rows');
    await page.unroute('**/board?**');
  });
});

/** A page of documents, of at most as many as the API gives. */
function buildImports(address: string) {
  const { origin, searchParams } = new URL(address);
  const [number, perPage] = [Number(searchParams.get('page')), Math.min(200, Number(searchParams.get('per_page')))];
  const all = Array.from({ length: LINES }, (_, index) => ({
    id: index + 1,
    original_name: `document ${index + 1}.zip`,
    kind: 'zip',
    mime: 'application/zip',
    status: 'queued',
    progress: 0,
    suggested_third_party: null,
    extracted: null,
    fields: null,
    file_url: `${origin}/console/mark.svg`,
    created_at: '2026-02-03T10:00:00.000000Z',
    version: 1,
  }));
  const data = all.slice((number - 1) * perPage, number * perPage);
  return { data, current_page: number, last_page: Math.ceil(LINES / perPage), per_page: perPage, total: LINES };
}

const buildMovements = (total: number) => ({
  page: 1,
  per_page: total,
  total,
  last_page: 1,
  data: Array.from({ length: total }, (_, index) => ({
    id: index + 1,
    entry_id: index + 1,
    entry_date: '2026-02-03',
    journal: { code: 'OD' },
    number: index + 1,
    account: { number: '610000', label: 'Rent' },
    label: `Movement ${index + 1}`,
    reference: null,
    third_party: null,
    lettering_codes: [],
    debit: '1.00',
    credit: '0.00',
    balance: `${index + 1}.00`,
  })),
});
