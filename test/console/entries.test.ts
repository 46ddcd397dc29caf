import { expect } from 'chai';
import { expectSoon, useDesk } from './support.ts';
import { itLong } from '../support/long.ts';

interface Listed {
  readonly id: number;
  readonly label: string | null;
  readonly status: string;
  readonly origin: string;
  readonly reversal_reason: string | null;
  readonly lines: readonly {
    readonly account: { readonly number: string };
    readonly debit: string;
    readonly credit: string;
    readonly third_party_id: number | null;
    readonly analytics: readonly { readonly code: string }[];
  }[];
}

describe('Entries in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  const toSides = ({ lines }: Listed) =>
    lines.map(({ account, debit, credit }) => `${account.number} ${debit} ${credit}`);

  before(async () => {
    const { firm, file } = desk;
    await firm.client.created(`${file.path}/third-parties`, {
      type: 'supplier',
      name: 'Imprimerie Léon',
      city: 'Namur',
    });
    await firm.client.created(`${file.path}/analytic-codes`, { axis: 'PROJECT', code: 'SHOP', label: 'Shop' });
    for (const [month, label] of [
      ['01', 'Rent of January'],
      ['02', 'Rent of February'],
      ['02', 'Insurance'],
    ] as const)
      await firm.client.created(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date: `2026-${month}-03`,
        label,
        lines: [
          { account: '610000', debit: '800.00' },
          { account: '440000', credit: '800.00' },
        ],
      });
  });

  const list = async (q: string): Promise<readonly Listed[]> =>
    (await desk.firm.client.get<{ data: readonly Listed[] }>(`${desk.file.path}/entries?q=${encodeURIComponent(q)}`))
      .body.data;
  const field = (label: string, line = 1) =>
    desk.page.locator(`.entry-line >> nth=${line - 1}`).getByLabel(label, { exact: true });
  const undo = () => desk.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  const waitForRows = (text: string) => desk.page.waitForSelector(`.table output >> text="${text}"`);

  it('are found by words, amount, journal, period and state, with totals that follow', async () => {
    const { page } = desk;
    await desk.open('view=entries');
    await waitForRows('3 rows');
    await page.waitForSelector('tfoot >> text="2,400.00"');
    await page.getByLabel('Search', { exact: true }).fill('rent 800,00');
    await page.getByLabel('Search', { exact: true }).fill('rent');
    await waitForRows('2 rows');
    await page.waitForSelector('tfoot >> text="1,600.00"');
    await page.getByLabel('Period').selectOption({ index: 2 });
    await waitForRows('1 row');
    await page.waitForSelector('tr.opens >> text=Rent of February');
    await page.getByLabel('Status').selectOption('reversed');
    await page.waitForSelector('.empty >> text=No entry matches these filters.');
    await desk.expectAccessible('view=entries');
  });

  it('are typed with the keyboard alone, balanced by one key, posted, and undone from the notice', async () => {
    const { page } = desk;
    await desk.open('view=entries');
    await waitForRows('3 rows');
    await page.locator('main h2').click();
    await page.keyboard.press('n');
    await page.waitForSelector('.entry-form [data-field=label]:focus');
    await page.keyboard.type('Printed matter');
    await field('Account').focus();
    await page.keyboard.type('imprim');
    // By part of its name in the language of the accounts, or by its number.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('61');
    // Group accounts, to which nothing can be posted, are not among them.
    await page.waitForSelector('[role=option][aria-selected=true] >> text=610000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Leaflets');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1.234,5');
    await page.waitForSelector('.entry-bar .badge.bad >> text=1,234.50 lacking in Credit');
    await page.keyboard.press('Enter');
    await page.keyboard.type('440000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('leon');
    await page.waitForSelector('[role=option] >> text=Imprimerie Léon');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('=');
    await page.waitForSelector('.entry-bar .badge.good >> text=Balanced');
    await page.locator('.entry-line >> nth=0').getByLabel('PROJECT').selectOption('SHOP');
    await page.waitForSelector('.entry-bar >> text=Will be OD 4');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.toast >> text=The entry is posted.');
    await page.waitForSelector('text=Last posted: OD 4');
    await page.waitForSelector('.entry-form [data-field=label]:focus');
    const [posted] = await list('Printed matter');
    expect(toSides(posted!)).to.deep.equal(['610000 1234.50 0.00', '440000 0.00 1234.50']);
    expect(posted!.lines[1]!.third_party_id).to.be.a('number');
    expect(posted!.lines[0]!.analytics.map(({ code }) => code)).to.deep.equal(['SHOP']);
    await undo();
    await page.waitForSelector('.toast >> text=Undone.');
    expect((await list('Printed matter')).find(({ id }) => id === posted!.id)!.status).to.equal('reversed');
  });

  it('say beside the field what is wrong, and keep what is typed while the reader looks elsewhere', async () => {
    const { page } = desk;
    await desk.open('view=entries&item=new');
    await page.waitForSelector('.entry-form');
    await page.getByLabel('Description').first().fill('Half done');
    await field('Account').fill('999999');
    await field('Debit').fill('12');
    await field('Account', 2).fill('440000');
    await field('Credit', 2).fill('12');
    await page.waitForSelector('.cell-account .wrong');
    await field('Debit').fill('12x');
    await page.keyboard.press('Control+Enter');
    await expectSoon(() => field('Debit').getAttribute('aria-invalid'), 'true');
    await field('Debit').fill('12');
    await desk.open('view=bank');
    await desk.open('view=entries&item=new');
    await page.waitForSelector('.entry-form');
    await expectSoon(() => page.getByLabel('Description').first().inputValue(), 'Half done');
    await desk.expectAccessible('view=entries&item=new');
    await page.getByRole('button', { name: 'Empty the form' }).click();
    await page.waitForSelector('.toast >> text=The form is emptied.');
    await expectSoon(() => page.getByLabel('Description').first().inputValue(), '');
    await undo();
    await page.waitForSelector('.entry-bar >> text=Balanced');
    await expectSoon(() => page.getByLabel('Description').first().inputValue(), 'Half done');
    await page.getByRole('button', { name: 'Empty the form' }).click();
  });

  it('keep the last letter that is typed before the reader looks elsewhere', async () => {
    const { page, file } = desk;
    await desk.open('view=entries&item=new');
    await page.getByLabel('Description').first().fill('Half');
    await page.evaluate(`
      const field = document.querySelector('.entry-form [data-field=label]');
      field.value = 'Half done';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      location.hash = 'file=${file.token}&view=bank';
    `);
    await page.waitForSelector('.entry-form', { state: 'detached' });
    await desk.open('view=entries&item=new');
    await expectSoon(() => page.getByLabel('Description').first().inputValue(), 'Half done');
    await page.getByRole('button', { name: 'Empty the form' }).click();
  });

  it('of invoices get their VAT from the service while they are typed', async () => {
    const { page, file } = desk;
    await desk.open('view=entries&item=new');
    await page.getByLabel('Journal').selectOption(String(file.journal('ACH')));
    await page.getByLabel('Supplier').fill('Léon');
    await page.waitForSelector('[role=option] >> text=Imprimerie Léon');
    await page.keyboard.press('Enter');
    await page.getByLabel('Description').first().fill('Business cards');
    await field('Account').fill('610000');
    await field('VAT code').fill('P-S-21');
    await field('Without VAT').fill('100');
    await page.waitForSelector('.entry-bar >> text="121.00"');
    await page.waitForSelector('.computed >> text="21.00"');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.toast >> text=The entry is posted.');
    const [posted] = await list('Business cards');
    expect(posted!.origin).to.equal('invoice');
    expect(posted!.lines.map(({ credit }) => credit)).to.include('121.00');
  });

  itLong('are kept as templates, which fill the form again', async () => {
    const { page } = desk;
    await desk.open('view=entries&item=new');
    await page.getByLabel('Journal').selectOption(String(desk.file.journal('OD')));
    await page.getByLabel('Description').first().fill('Rent {month}');
    await field('Account').fill('610000');
    await field('Debit').fill('800');
    await field('Account', 2).fill('440000');
    await field('Credit', 2).fill('800');
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByLabel('Name of the template').fill('Rent of the shop');
    await page.locator('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForSelector('.toast >> text=The template is saved.');
    await page.getByRole('button', { name: 'Empty the form' }).click();
    await page.getByLabel('Date').fill('2026-05-04');
    await page.getByLabel('Template').selectOption({ label: 'Rent of the shop' });
    await page.waitForSelector('.entry-bar >> text=Balanced');
    await expectSoon(() => page.getByLabel('Description').first().inputValue(), 'Rent 2026-05');
    await expectSoon(() => field('Credit', 2).inputValue(), '800.00');
    await page.getByRole('button', { name: 'Empty the form' }).click();
  });

  itLong('are reversed with a reason, which the reversal and the history show', async () => {
    const { page } = desk;
    await desk.open('view=entries&q=Insurance');
    await waitForRows('1 row');
    await page.locator('tr.opens').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.entry-actions');
    await page.keyboard.press('r');
    await page.waitForSelector('dialog >> text=The reversal will be OD');
    expect(await page.locator('dialog button[type=submit]').isDisabled()).to.equal(true);
    await page.keyboard.type('Paid by the landlord');
    expect(await page.getByLabel('Reason').getAttribute('maxlength')).to.equal('500');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.toast >> text=The entry is reversed.');
    await page.waitForSelector('.facts >> text=reversed');
    expect(await page.getByRole('button', { name: 'Reverse', exact: true }).count()).to.equal(0);
    const [reversal] = (await list('Insurance')).concat(await list('Extourne')).filter((one) => one.reversal_reason);
    expect(reversal!.reversal_reason).to.equal('Paid by the landlord');
    // In the details of the reversal, in the history below.
    await page.waitForSelector('main >> text=Paid by the landlord', { state: 'attached' });
    await desk.open(`view=entries&entry=${reversal!.id}`);
    await page.waitForSelector('.facts >> text=Paid by the landlord');
  });

  itLong('can be edited and copied, and what was edited is undone from the notice', async () => {
    const { page } = desk;
    const [rent] = await list('Rent of January');
    await desk.open('view=entries&item=new');
    await page.getByLabel('Description').first().fill('Unfinished');
    await desk.open(`view=entries&entry=${rent!.id}`);
    await page.waitForSelector('.entry-actions');
    await page.keyboard.press('e');
    await page.locator('dialog').getByLabel('Description').fill('Rent of the shop in January');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.facts >> text=Rent of the shop in January');
    await undo();
    await page.waitForSelector('.facts >> text="Rent of January"');
    await page.keyboard.press('c');
    await page.waitForSelector('.entry-form');
    expect(await field('Account').inputValue()).to.include('610000');
    await expectSoon(() => field('Debit').inputValue(), '800.00');
    await page.waitForSelector('.toast >> text=What was typed is replaced.');
    await undo();
    await page.waitForFunction(`document.querySelector('.entry-form [data-field=label]').value === 'Unfinished'`);
    await page.getByRole('button', { name: 'Empty the form' }).click();
  });

  itLong('offer a reviewer nothing to change', async () => {
    const [rent] = await list('Rent of January');
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=entries');
    await desk.page.waitForSelector('tr.opens');
    expect(await desk.page.locator('main button.primary').count()).to.equal(0);
    await desk.open('view=entries&item=new');
    expect(await desk.page.locator('.entry-form').count()).to.equal(0);
    await desk.open(`view=entries&entry=${rent!.id}`);
    expect(await desk.page.locator('.entry-actions').count()).to.equal(0);
    expect(desk.problems).to.deep.equal([]);
  });
});
