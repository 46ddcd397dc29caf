import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('VAT in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();

  const postSale = (date: string, amount: string) =>
    desk.firm.client.created(`${desk.file.path}/entries`, {
      journal_id: desk.file.journal('OD'),
      entry_date: date,
      label: `Sale of ${date}`,
      lines: [
        { account: '550000', debit: amount },
        { account: '700000', credit: amount, vat_code: 'S-0' },
      ],
    });

  before(async () => {
    await postSale('2026-01-15', '1000.00');
  });

  it('shows the calendar, and draws up a return from it', async () => {
    const { page } = desk;
    await desk.open('view=vat');
    await desk.expectAccessible('view=vat');
    await page.locator('.calendar tr', { hasText: '2026' }).getByRole('button', { name: 'Draw up' }).first().click();
    await page.waitForSelector('main h3 .badge >> text=draft');
    await page.waitForSelector('.boxes button');
  });

  it('opens each box to its lines', async () => {
    const { page } = desk;
    await page.click('.boxes button');
    await page.waitForSelector('main tr.opens');
    expect(await page.locator('main tr.opens').count()).to.be.at.least(1);
    await desk.expectAccessible(new URL(page.url()).hash.replace(/^#file=[^&]+&/, ''));
  });

  it('adds an amount with its reason, and says what is wrong beside the field', async () => {
    const { page } = desk;
    await page.click('text=Add an amount');
    await page.selectOption('dialog select', '61');
    await page.fill('dialog .field >> nth=1 >> input', 'much');
    await page.fill('dialog .field >> nth=2 >> input', 'Private use of a car');
    await page.click('dialog button.primary');
    await page.waitForSelector('dialog [role=alert]');
    await page.fill('dialog .field >> nth=1 >> input', '12.50');
    await page.click('dialog button.primary');
    await page.waitForSelector('.boxes >> text=of which 12.50 by hand: Private use of a car');
  });

  it('tells that the books have moved, and computes the draft again', async () => {
    const { page } = desk;
    await postSale('2026-01-20', '500.00');
    await page.reload();
    await page.waitForSelector('text=The books have changed since this return was computed.');
    await page.click('text=Compute again');
    await page.waitForSelector('.moved-since', { state: 'detached' });
  });

  it('validates it, gives the file away, and marks it as filed', async () => {
    const { page } = desk;
    await page.click('main button.primary >> text=Validate');
    await page.waitForSelector('main h3 .badge >> text=validated');
    const download = page.waitForEvent('download');
    await page.click('main .tools >> text=PDF');
    expect((await readFile(await (await download).path())).subarray(0, 4).toString()).to.equal('%PDF');
    await page.click('main button.primary >> text=Mark as filed');
    await page.click('dialog button.primary');
    await page.waitForSelector('main h3 .badge >> text=filed');
    expect(desk.problems).to.deep.equal([]);
  });

  it('shows a reviewer everything and lets them change nothing', async () => {
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=vat');
    await desk.page.waitForSelector('.calendar');
    expect(await desk.page.getByRole('button', { name: /^Draw up/ }).count()).to.equal(0);
  });
});
