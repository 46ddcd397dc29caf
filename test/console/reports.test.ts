import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('Reports and closing in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();

  before(async () => {
    const { firm, file } = desk;
    const customer = await firm.client.created(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Café du Coin',
    });
    await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-03',
      label: 'Bread of February',
      lines: [
        { account: '400000', debit: '1250.00', third_party_id: customer.id },
        { account: '700000', credit: '1250.00' },
      ],
    });
  });

  const REPORTS = [
    { view: 'income_statement', shows: '1,250.00' },
    { view: 'balance_sheet', shows: 'Equity and liabilities' },
    { view: 'trial_balance', shows: '700000' },
    { view: 'general_ledger', shows: 'Bread of February' },
    { view: 'journals', shows: 'Bread of February' },
    { view: 'aged_balances', shows: 'Café du Coin' },
    { view: 'open_items', shows: 'Café du Coin' },
  ] as const;

  for (const { view, shows } of REPORTS)
    it(`show the ${view.replaceAll('_', ' ')}, for everybody to read and wherever it is opened`, async () => {
      await desk.open(`view=${view}`);
      await desk.page.waitForSelector(`main >> text=${shows}`);
      await desk.expectAccessible(`view=${view}`);
    });

  it('are given as PDF, XLSX and CSV', async () => {
    const { page } = desk;
    await desk.open('view=income_statement');
    for (const [button, beginning] of [
      ['PDF', '%PDF'],
      ['XLSX', 'PK'],
      ['CSV', ''],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.click(`.downloads >> text=${button}`);
      const file = await download;
      expect(file.suggestedFilename()).to.equal(`income-statement-2026.${button.toLowerCase()}`);
      expect((await readFile(await file.path())).subarray(0, beginning.length).toString()).to.equal(beginning);
    }
  });

  it('lead from a rubric to its accounts, their lines and the entry', async () => {
    const { page } = desk;
    await desk.open('view=income_statement');
    await page.click('.statement a >> text=70');
    await page.click('tr.opens >> text=Bread of February');
    await page.waitForSelector('main h2 >> text=OD 1');
  });

  it('lock a period, and undo it from the notice', async () => {
    const { page } = desk;
    await desk.open('view=closing_check');
    const february = page.locator('.periods li', { hasText: 'February' });
    await february.getByRole('button').click();
    await february.getByText('locked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await february.getByText('open', { exact: true }).waitFor();
    await desk.expectAccessible('view=closing_check');
  });

  it('close a year by keyboard, and open it again', async () => {
    const { page } = desk;
    await desk.open('view=closing_check');
    await page.locator('button.primary >> text=Close 2026').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.locator('dialog >> text=Confirm').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=This year is closed.');
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.waitForSelector('button.primary >> text=Close 2026');
  });

  it('offer a reviewer nothing that changes the books', async () => {
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=closing_check');
    await desk.page.waitForSelector('.periods li');
    expect(await desk.page.locator('.periods button, main button.primary').count()).to.equal(0);
    await desk.signIn(desk.firm.client.token);
    expect(desk.problems).to.deep.equal([]);
  });
});
