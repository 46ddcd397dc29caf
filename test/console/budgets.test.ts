import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { expectSoon, useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('Budgets in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  let nextYear = 0;

  before(async () => {
    const { client } = desk.firm;
    const { path } = desk.file;
    const post = (date: string, account: string, amount: string) =>
      client.created(`${path}/entries`, {
        journal_id: desk.file.journal('OD'),
        entry_date: date,
        label: `Rent of ${date}`,
        lines: [
          { account, debit: amount },
          { account: '550000', credit: amount },
        ],
      });
    await post('2026-01-15', '610000', '1000.00');
    await post('2026-03-15', '610000', '500.00');
    nextYear = (await client.created(`${path}/fiscal-years`, { starts_on: '2027-01-01', ends_on: '2027-12-31' })).id;
  });

  const cell = (row: number, column: number) =>
    desk.page.locator(`.budget-grid input[data-row="${row}"][data-column="${column}"]`);

  it('are created from the figures of the year before', async () => {
    const { page } = desk;
    await desk.open(`view=budgets&year=${nextYear}`);
    await page.waitForSelector('text=No budget for 2027 yet');
    await desk.expectAccessible(`view=budgets&year=${nextYear}`);
    await page.getByLabel('More or less, in per cent').fill('10');
    await page.click('text=Create the budget');
    await page.waitForSelector('.budget-chart canvas');
    // 1,100 in January and 550 in March.
    await page.waitForSelector('.table tr:has-text("610000") >> text=1,650.00');
    await page.waitForSelector('.month-table tr:has-text("January") >> text=-1,000.00');
    await page.selectOption('.tools label:has-text("Show") select', { label: 'Expenses' });
    await page.click('button:has-text("Cumulated")');
    await page.waitForSelector('.month-table tr:has-text("February") >> text=1,100.00');
  });

  it('show a line in the chart when it is opened, and move the focus there', async () => {
    const { page } = desk;
    await page.focus('.table tr.opens');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main h4:focus >> text=610000');
  });

  it('are edited by keyboard and from a spreadsheet, saved, and undone from the notice', async () => {
    const { page } = desk;
    await page.click('text=Edit the amounts');
    await cell(0, 0).waitFor();
    await cell(0, 1).focus();
    await page.keyboard.type('200');
    await page.keyboard.press('Tab');
    await expectSoon(() => cell(0, 1).inputValue(), '200.00');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '1.5\\t2,000.25\\r\\n');
      const target = document.querySelector('.budget-grid input[data-row="0"][data-column="3"]');
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await page.waitForFunction(
      `document.querySelector('.budget-grid input[data-row="0"][data-column="4"]').value === '2,000.25'`,
    );
    await expectSoon(() => cell(0, 3).inputValue(), '1.50');
    await page.getByLabel('Another account').fill('612000');
    await page.click('text=Add the line');
    await cell(1, 12).fill('1200');
    await cell(1, 0).focus();
    await expectSoon(() => cell(1, 5).inputValue(), '100.00');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('.budget-grid input[data-row="0"][data-column="0"]:focus');
    await cell(1, 2).fill('many');
    await page.keyboard.press('Tab');
    await page.waitForSelector('text=Some cells are not amounts.');
    await cell(1, 2).fill('100');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('.table tr:has-text("612000") >> text=1,200.00');
    await page.waitForSelector('.table tr:has-text("610000") >> text=3,851.75');
    await page.click('.toast:has-text("saved") >> text=Undo');
    await page.waitForSelector('.table tr:has-text("612000")', { state: 'detached' });
    await page.waitForSelector('.table tr:has-text("610000") >> text=1,650.00');
  });

  it('say what is wrong with a line beside it', async () => {
    const { page } = desk;
    await page.click('text=Edit the amounts');
    await page.getByLabel('Another account').fill('999');
    await page.click('text=Add the line');
    await page.click('main button[type=submit]');
    await page.waitForSelector('.budget-grid tr.refused .wrong');
    await page.click('main >> text=Cancel');
  });

  it('are downloaded, readable on a narrow screen, and show a reviewer no button to change them', async () => {
    const { page } = desk;
    await desk.expectAccessible(`view=budgets&year=${nextYear}`);
    const download = page.waitForEvent('download');
    await page.click('.downloads >> text=PDF');
    expect((await readFile(await (await download).path())).subarray(0, 4).toString()).to.equal('%PDF');
    expect(desk.problems).to.deep.equal([]);
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open(`view=budgets&year=${nextYear}`);
    await page.waitForSelector('.budget-chart canvas');
    for (const name of ['Edit the amounts', 'Delete', 'New budget'])
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
  });
});
