import { expect } from 'chai';
import { buildExampleIban } from '../../api/bank/example-file.ts';
import { buildCodaFile } from '../support/bank-files.ts';
import { PASSWORD } from '../support/service.ts';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

const DAY = { entry_date: '2026-02-20', value_date: '2026-02-20' };
/** More than there are controls on any of these pages. */
const MOST_STEPS = 120;

describeLong('The desk by keyboard alone', function () {
  this.timeout(240_000);
  const desk = useDesk();

  before(async () => {
    const { firm, file } = desk;
    const iban = buildExampleIban(1);
    const journal = { code: 'K1', label: 'Bank', type: 'bank', iban };
    await firm.client.created(`${file.path}/journals`, { ...journal, control_account_id: file.account('550000') });
    const customer = await firm.client.created(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Café du Coin',
    });
    await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-03',
      reference: 'F-100',
      label: 'Invoice F-100',
      lines: [
        { account: '400000', debit: '121.00', third_party_id: customer.id },
        { account: '700000', credit: '121.00' },
      ],
    });
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-02-19',
      closing_date: '2026-02-20',
      opening_balance: '0.00',
      movements: [{ amount: '121.00', ...DAY, communication: 'F-100' }],
    });
    const part = { field: 'files[]', name: 's.cod', content, type: 'application/octet-stream' };
    await firm.client.expect(201).upload('POST', `${file.path}/coda-files`, [part]);
    await desk.signIn(null);
  });

  const press = (key: string) => desk.page.keyboard.press(key);
  const type = (text: string) => desk.page.keyboard.type(text);
  const isFocused = (selector: string) => desk.page.locator(selector).and(desk.page.locator(':focus')).count();

  /** Goes on with Tab until an element has the focus, which the page then shows. */
  async function tabTo(selector: string): Promise<void> {
    await desk.page.waitForSelector(selector);
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await press('Tab');
      if (await isFocused(selector)) return expectVisibleFocus(selector);
    }
    throw new Error(`Tab does not reach ${selector}`);
  }

  async function expectVisibleFocus(selector: string): Promise<void> {
    const outline = await desk.page.evaluate<string>(
      `(({ outlineStyle, outlineWidth, boxShadow }) => outlineStyle + ' ' + outlineWidth + ' ' + boxShadow)(getComputedStyle(document.activeElement))`,
    );
    expect(outline, selector).not.to.match(/^none \S+ none$|^\S+ 0px none$/);
  }

  it('signs in', async () => {
    const { page, firm } = desk;
    await tabTo('[name=email]');
    await type(firm.admin.email);
    await press('Tab');
    await type(PASSWORD);
    await press('Enter');
    await page.waitForSelector('main.board tr.opens');
  });

  it('skips to the content, opens a file from the board, and comes back to its row', async () => {
    const { page } = desk;
    await page.reload();
    await page.waitForSelector('main.board tr.opens');
    await tabTo('.skip');
    await press('Enter');
    await page.waitForSelector('main:focus');
    await tabTo('main.board tr.opens');
    await press('Enter');
    await page.waitForSelector('.desk main:focus');
    await tabTo('a.brand');
    await press('Enter');
    await page.waitForSelector('main.board tr.opens:focus');
    await press('Enter');
    await page.waitForSelector('.desk main:focus');
  });

  it('opens an account, an entry, and comes back step by step', async () => {
    const { page } = desk;
    await page.waitForSelector('tr.opens >> text=700000');
    await tabTo('main tr.opens');
    for (let step = 0; step < 20 && !(await isFocused('tr.opens:has-text("700000")')); step += 1)
      await press('ArrowDown');
    await press('Enter');
    await page.waitForSelector('tr.opens >> text=Invoice F-100');
    await tabTo('main tr.opens');
    await press('Enter');
    await page.waitForSelector('main h2 >> text=OD 1');
    await tabTo('main button.back');
    await press('Enter');
    await page.waitForSelector('tr.opens:has-text("Invoice F-100"):focus');
    await tabTo('main button.back');
    await press('Enter');
    await page.waitForSelector('tr.opens:has-text("700000"):focus');
  });

  it('matches a bank transaction', async () => {
    const { page } = desk;
    await goTo('bank');
    await page.waitForSelector('.suggestions >> text=F-100');
    await press('a');
    await page.waitForSelector('text=Every transaction is matched.');
  });

  it('posts an entry', async () => {
    const { page } = desk;
    await goTo('entries');
    await page.waitForSelector('main tr.opens');
    await press('n');
    await page.waitForSelector('.entry-form [data-field=label]:focus');
    await type('Rent of February');
    await tabTo('.cell-account input');
    await type('610000');
    await tabToLabel('Debit');
    await type('750');
    await press('Enter');
    await page.waitForSelector('.entry-line >> nth=1 >> .cell-account input:focus');
    await type('440000');
    await tabToLabel('Credit');
    await press('=');
    await page.waitForSelector('.entry-bar .badge.good >> text=Balanced');
    await press('Control+Enter');
    await page.waitForSelector('.toast >> text=The entry is posted.');
  });

  it('draws up a VAT return', async () => {
    const { page } = desk;
    await goTo('vat');
    await tabTo('.calendar button:has-text("Draw up")');
    await press('Enter');
    await page.waitForSelector('main h3 .badge >> text=draft');
    await tabTo('main button:has-text("Add an amount")');
    await press('Enter');
    await page.waitForSelector('dialog[open]');
    await press('Escape');
    await page.waitForSelector('button:has-text("Add an amount"):focus');
    expect(desk.problems).to.deep.equal([]);
  });

  async function tabToLabel(label: string): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await press('Tab');
      const focused = await desk.page.evaluate<string | null>(
        'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.ariaLabel',
      );
      if (focused?.startsWith(label)) return;
    }
    throw new Error(`Tab does not reach "${label}"`);
  }

  async function goTo(view: string): Promise<void> {
    await tabTo(`nav#views a[href*="view=${view}"]`);
    await press('Enter');
    await desk.page.waitForSelector('main:focus');
  }
});
