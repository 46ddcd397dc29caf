import { expect } from 'chai';
import { buildExampleIban } from '../../api/bank/example-file.ts';
import { buildCodaFile } from '../support/bank-files.ts';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

const DAY = { entry_date: '2026-03-06', value_date: '2026-03-06' };

describeLong('The bank in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();

  before(async () => {
    const { firm, file } = desk;
    const customer = await firm.client.created(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Café du Coin',
    });
    for (const [reference, amount] of [
      ['F-100', '121.00'],
      ['F-101', '80.00'],
      ['F-102', '45.00'],
      ['F-103', '60.00'],
    ] as const)
      await firm.client.created(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date: '2026-02-03',
        reference,
        label: `Invoice ${reference}`,
        lines: [
          { account: '400000', debit: amount, third_party_id: customer.id },
          { account: '700000', credit: amount },
        ],
      });
    const iban = buildExampleIban(1);
    await firm.client.created(`${file.path}/journals`, {
      code: 'K1',
      label: 'Bank',
      type: 'bank',
      iban,
      control_account_id: file.account('550000'),
    });
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-03-05',
      closing_date: '2026-03-06',
      opening_balance: '0.00',
      movements: [
        { amount: '121.00', ...DAY, communication: 'F-100' },
        { amount: '126.00', ...DAY, communication: 'two of them' },
        { amount: '-12.50', ...DAY, communication: 'MONTHLY FEES' },
        { amount: '60.00', ...DAY, communication: 'F-103' },
      ],
    });
    await firm.client
      .expect(201)
      .upload('POST', `${file.path}/coda-files`, [
        { field: 'files[]', name: 's.cod', content, type: 'application/octet-stream' },
      ]);
  });

  const waitForPending = (count: number) => desk.page.waitForSelector(`.matching nav >> text=To match: ${count}`);
  const choose = (text: string) => desk.page.click(`.transactions button >> text=${text}`);

  it('is read by everybody, light and dark, wide and narrow', async () => {
    await desk.open('view=bank');
    await waitForPending(4);
    await desk.page.waitForSelector('.balances >> text=Difference');
    await desk.expectAccessible('view=bank');
  });

  it('tells why it suggests an item, accepts it by one key, and takes it back from the notice', async () => {
    const { page } = desk;
    await desk.open('view=bank');
    await choose('121.00');
    await page.waitForSelector('.suggestions >> text=F-100');
    await page.locator('#chosen-transaction').click();
    await page.keyboard.press('a');
    await waitForPending(3);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await waitForPending(4);
  });

  it('splits one transaction over several items and an account', async () => {
    const { page } = desk;
    await choose('126.00');
    await page.click('text=Other open items');
    for (const reference of ['F-101', 'F-102']) await page.click(`.manual tr.opens >> text=${reference}`);
    await page.waitForSelector('.manual >> text=Left over: 1.00');
    await page.fill('.manual .field input', '650000');
    await page.click('.manual button >> text=Match');
    await waitForPending(3);
  });

  it('makes a rule after it was tried on the past', async () => {
    const { page } = desk;
    await choose('12.50');
    await page.click('text=Make a rule');
    await page.fill('dialog .field >> nth=0 >> input', 'MONTHLY FEES');
    await page.fill('dialog .field >> nth=1 >> input', '650000');
    await page.click('dialog >> text=Try on the past');
    await page.waitForSelector('dialog >> text=It fits 1 of');
    await page.click('dialog >> text=Keep the rule');
    await page.waitForSelector('.toast >> text=The rule is kept.');
  });

  it('matches what is certain after showing it, and undoes all of it at once', async () => {
    const { page } = desk;
    await desk.open('view=bank');
    await page.click('text=Match what is certain');
    await page.waitForSelector('dialog .results li');
    await page.click('dialog button.primary');
    await page.waitForSelector('.toast >> text=The certain transactions are matched.');
    const left = await page.locator('.transactions li').count();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.locator('.transactions li').nth(left).waitFor();
  });

  it('offers a reviewer nothing to change', async () => {
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=bank');
    await desk.page.waitForSelector('.suggestions, .match-panel .quiet');
    expect(await desk.page.locator('main button.primary, .manual').count()).to.equal(0);
    expect(await desk.page.getByText('Match what is certain').count()).to.equal(0);
    expect(desk.problems).to.deep.equal([]);
  });
});
