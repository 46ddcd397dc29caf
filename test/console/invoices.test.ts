import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { AnswerBody } from '../support/client.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { expectSoon, useDesk } from './support.ts';
import { itLong } from '../support/long.ts';

const WRITING = /^(New|Save|Post|Edit|Delete|Credit note|Reverse|Send|Make an invoice)/;

describe('Invoices in the desk', function () {
  this.timeout(240_000);
  let mails: TestMailServer;
  before(async () => {
    mails = await startMailServer();
  });
  const desk = useDesk({
    environment: () => ({ SMTP_URL: mails.url, MAIL_FROM: 'Books <no-reply@books.example>' }),
  });
  after(() => mails.close());

  const line = { description: 'Advice', amount_net: '100.00', account: '700000', vat_code: 'S-21' };
  const record = (fields: Record<string, unknown> = {}) =>
    desk.firm.client.created<AnswerBody>(`${desk.file.path}/documents`, {
      direction: 'sale',
      document_date: '2026-02-03',
      due_date: '2026-03-05',
      third_party_id: customer,
      lines: [line],
      ...fields,
    });
  const book = ({ id }: AnswerBody) => desk.firm.client.created(`${desk.file.path}/documents/${id}/book`, {});
  let customer: number;
  let late: AnswerBody;

  const toast = (text: string) => desk.page.waitForSelector(`.toast >> text=${text}`);
  const undo = async (): Promise<void> => {
    await desk.page.getByRole('button', { name: 'Undo' }).last().click();
    await toast('Undone.');
  };
  const waitForBadge = (text: string) => desk.page.waitForSelector(`main h2 .badge >> text="${text}"`);

  before(async () => {
    const { client } = desk.firm;
    const { path } = desk.file;
    const party = { type: 'customer', name: 'Café du Coin', email: 'cafe@example.com', language: 'en' };
    customer = (await client.created(`${path}/third-parties`, { ...party, payment_days: 30 })).id;
    late = await record();
    await book(late);
    await record({ kind: 'quotation', lines: [{ ...line, description: 'A new kitchen', amount_net: '4000.00' }] });
    await book(
      await record({
        currency: 'USD',
        exchange_rate: '1.25',
        due_date: '2999-12-31',
        lines: [{ ...line, amount_net: '500.00', vat_code: 'S-0' }],
      }),
    );
  });

  it('are listed with what is open, late or an offer, in both currencies, and totals that follow the filters', async () => {
    const { page } = desk;
    await desk.open('view=invoices');
    await page.waitForSelector('.table output >> text="3 rows"');
    await page.waitForSelector('tr.opens .badge.bad >> text=days late');
    await page.waitForSelector('tr.opens >> text=USD 500.00');
    await page.waitForSelector('tr.opens >> text=400.00');
    // 121 of the invoice and 400 of the one in dollars; the offer is no sale yet.
    await page.waitForSelector('tfoot >> text=521.00');
    await desk.expectAccessible('view=invoices');
    await page.fill('.table input[type=search]', 'kitchen');
    await page.waitForSelector('tfoot >> text=4,840.00');
    await page.selectOption('.filters select >> nth=1', 'late');
    await page.waitForSelector('.sums >> text=EUR 121.00');
    expect(page.url()).to.include('state=late');
    const download = page.waitForEvent('download');
    await page.getByRole('group', { name: 'Download' }).getByRole('button', { name: 'CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .filter((row) => row.includes('Café du Coin')),
    ).to.have.length(1);
    await page.selectOption('.filters select >> nth=1', 'paid');
    await page.waitForSelector('text=No document matches these filters.');
    await page.click('text=Clear the filters');
    await page.waitForSelector('.table output >> text="3 rows"');
  });

  it('are written by keyboard alone: the service computes the tax while one types', async () => {
    const { page } = desk;
    await page.keyboard.press('n');
    await page.waitForSelector('main h2 >> text=New invoice');
    await expectSoon(() => page.evaluate('document.activeElement.getAttribute("role")'), 'combobox');
    await page.keyboard.type('café');
    await page.waitForSelector('[role=option] >> text=Café du Coin');
    await page.keyboard.press('Tab');
    await page.getByLabel('Description, line 1').focus();
    await page.keyboard.type('Bread for a month');
    for (const text of ['2', '10,50', '10', 'S-6', '700000']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    await page.waitForSelector('.form-lines td.net >> text=18.90');
    await page.waitForSelector('.totals >> text=VAT 6.00% on 18.90 (S-6)');
    await page.waitForSelector('.totals .sum >> text=20.03');
    await page.waitForSelector('.form-head >> text=By the terms of payment:');
    await desk.expectShownAccessible('the form');
  });

  it('say what is wrong beside the line, before anything is saved', async () => {
    const { page } = desk;
    await page.click('text=Add a line');
    await expectSoon(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Description, line 2');
    await page.getByLabel('Unit price, line 2').fill('5');
    await page.getByLabel('VAT code, line 2').fill('P-S-21');
    await page.getByLabel('Account, line 2').fill('700000');
    await page.waitForSelector('.form-lines tr:nth-child(2) .wrong');
    await page.getByRole('button', { name: 'Remove line 2' }).click();
    await page.waitForSelector('.form-lines .wrong', { state: 'detached' });
  });

  itLong('are saved as a draft, printed, changed, posted, and taken back from the notice', async () => {
    const { page } = desk;
    await page.getByLabel('Description, line 1').focus();
    await page.keyboard.press('Enter');
    await toast('The draft was saved.');
    await waitForBadge('draft');
    await page.waitForSelector('main dl >> text=Number when posted');
    await page.keyboard.press('p');
    await page.waitForSelector('section.printed iframe');
    const download = page.waitForEvent('download');
    await page.click('section.printed >> text=Download');
    expect((await readFile(await (await download).path())).subarray(0, 4).toString()).to.equal('%PDF');
    await page.keyboard.press('p');
    await page.keyboard.press('e');
    await page.getByLabel('Quantity, line 1').fill('4');
    await page.waitForSelector('.totals .sum >> text=40.07');
    await page.keyboard.press('Control+Enter');
    await toast('Invoice posted.');
    await waitForBadge('open');
    await page.waitForSelector('main h2 >> text=/Invoice .*2026/');
    await undo();
    await waitForBadge('draft');
    await page.keyboard.press('b');
    await waitForBadge('open');
    await desk.expectShownAccessible('an invoice');
    const entry = await page.getByRole('link', { name: 'Open the entry' }).getAttribute('href');
    expect(entry).to.match(/view=entries&entry=\d+/);
  });

  itLong('are sent by mail; a way that is closed says why', async () => {
    const { page } = desk;
    const peppol = page.getByRole('button', { name: 'Send by Peppol' });
    expect(await peppol.isDisabled()).to.equal(true);
    await page.waitForSelector('#why-not-peppol');
    await page.getByRole('button', { name: 'Send by e-mail' }).click();
    await expectSoon(() => page.inputValue('dialog input'), 'cafe@example.com');
    await desk.expectShownAccessible('the dialog to send');
    await page.click('dialog button.primary');
    await toast('On its way to cafe@example.com.');
    await page.waitForSelector('.delivery .badge.good >> text=sent');
    await mails.mailTo('cafe@example.com');
  });

  itLong('are credited in part with a reason, and that is undone', async () => {
    const { page } = desk;
    await page.keyboard.press('c');
    await page.getByLabel('Reason').fill('One loaf too few');
    await page.getByLabel('Only a part of the lines').check();
    await page.getByLabel('Bread for a month').fill('9,45');
    await page.click('dialog button.primary');
    await toast('The credit note was made.');
    await page.waitForSelector('main h2 >> text=Credit note');
    await page.waitForSelector('main dl >> text=One loaf too few');
    await page.waitForSelector('.totals .sum >> text=10.02');
    await undo();
    await page.waitForSelector('main h2 >> text=Invoice');
  });

  itLong('are reversed with a reason, which is undone as well', async () => {
    const { page } = desk;
    await desk.open(`view=invoices&item=${late.id}`);
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('Posted twice');
    await page.keyboard.press('Enter');
    await toast('The entry was reversed.');
    await waitForBadge('draft');
    await undo();
    await page.waitForSelector('main h2 .badge >> text=days late');
    expect(desk.problems).to.deep.equal([]);
  });

  itLong('are made of a quotation', async () => {
    const { page } = desk;
    await desk.open('view=invoices&kind=quotation');
    await page.waitForSelector('.table output >> text="1 row"');
    await page.locator('tr.opens').first().focus();
    await page.keyboard.press('Enter');
    await waitForBadge('offer');
    await page.click('text=Make an invoice of it');
    await toast('An invoice was made of it.');
    await waitForBadge('draft');
    await page.waitForSelector('main dl >> text=Made from');
  });

  itLong('show a reviewer everything and let them change nothing', async () => {
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=invoices');
    await desk.page.waitForSelector('tr.opens');
    expect(await desk.page.locator('main').getByRole('link', { name: WRITING }).count()).to.equal(0);
    await desk.open(`view=invoices&item=${late.id}`);
    await desk.page.waitForSelector('.totals');
    expect(await desk.page.locator('main').getByRole('button', { name: WRITING }).count()).to.equal(0);
    await desk.page.keyboard.press('r');
    expect(await desk.page.locator('dialog').count()).to.equal(0);
    expect(desk.problems).to.deep.equal([]);
  });
});
