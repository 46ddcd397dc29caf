import { expect } from 'chai';
import { buildExampleIban } from '../../api/bank/example-file.ts';
import { buildCodaFile } from '../support/bank-files.ts';
import type { TestCompany } from '../support/service.ts';
import { buildUblInvoice } from '../support/ubl-invoices.ts';
import { useDesk } from './support.ts';

const BAKERY = { name: 'Boulangerie du Parvis', vat: 'BE0403170701' };
const DAY = { entry_date: '2026-02-20', value_date: '2026-02-20' };

/** Invoices of February: number, supplier, its VAT number, net amount and total. */
const INVOICES = [
  ['F-1', 'Moulins du Hainaut SA', 'BE0202239951', '400.00', '484.00'],
  ['F-2', 'Papeterie du Centre SRL', 'BE0477472701', '125.00', '151.25'],
  ['F-3', 'Garage Legrand SA', 'BE0428759497', '200.00', '242.00'],
] as const;

/** February of a bakery, done at the desk alone by an ordinary firm. */
describe('A month of the bakery at the desk', function () {
  this.timeout(300_000);
  const desk = useDesk();
  let bakery: TestCompany;
  const iban = buildExampleIban(1);

  before(async () => {
    const { firm, service } = desk;
    bakery = await service.newCompany(firm.client, {
      code: 'PARVIS',
      name: BAKERY.name,
      vat_number: BAKERY.vat,
      vat_regime: 'monthly',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    });
    const journal = { code: 'K1', label: 'Bank', type: 'bank', iban };
    await firm.client.created(`${bakery.path}/journals`, { ...journal, control_account_id: bakery.account('550000') });
  });

  /** A view of the bakery, as a click in the navigation opens it. */
  async function goTo(view: string): Promise<void> {
    await desk.page.click(`nav#views >> text="${view}"`);
    await desk.page.waitForSelector(`nav#views a[aria-current=page] >> text="${view}"`);
    await desk.page.waitForSelector('main .skeleton', { state: 'detached' });
  }

  it('begins on the board', async () => {
    const { page } = desk;
    await page.reload();
    await page.click(`main tr.opens >> text=${BAKERY.name}`);
    await page.waitForSelector(`.opened h1 >> text=${BAKERY.name}`);
  });

  it('takes three documents by drop and posts them', async () => {
    const { page, firm } = desk;
    await goTo('Documents');
    await drop(
      INVOICES.map(([number, name, vat, net]) => ({
        name: `${number}.xml`,
        content: buildUblInvoice({
          number,
          date: '2026-02-03',
          seller: { name, vat },
          buyer: BAKERY,
          lines: [{ name: 'Goods', net }],
        }),
      })),
    );
    await page.locator('.sendings .badge.good').nth(2).waitFor();
    const path = `${bakery.path}/document-imports`;
    const { data } = await firm.client.expect(200).get<{ data: { id: number }[] }>(`${path}?status=queued`);
    // As the workers of the service do in the background.
    for (const { id } of data) await firm.client.expect(200).post(`${path}/${id}/process`);
    for (const [, supplier] of INVOICES) {
      await page.click(`.imports button >> text=${supplier}`);
      await page.waitForSelector(`#chosen-document >> text=${supplier}`);
      await page.click('button >> text=Validate');
      await page.waitForSelector(`.imports button >> text=${supplier}`, { state: 'detached' });
    }
  });

  it('takes the statement of the bank and matches it', async () => {
    const { page } = desk;
    await goTo('Bank');
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-02-19',
      closing_date: '2026-02-20',
      opening_balance: '0.00',
      movements: INVOICES.map(([number, , , , total]) => ({ amount: `-${total}`, ...DAY, communication: number })),
    });
    await page.setInputFiles('main input[type=file]', {
      name: 'statement.cod',
      mimeType: 'text/plain',
      buffer: Buffer.from(content, 'latin1'),
    });
    await page.waitForSelector('.toast >> text=The statements are imported.');
    for (let left: number = INVOICES.length; left > 0; left -= 1) {
      await page.waitForSelector(`.matching nav >> text=To match: ${left}`);
      await page.click('.match-panel >> text=Accept');
    }
    await page.waitForSelector('text=Every transaction is matched.');
    // The ledger agrees with the statement.
    await page.waitForSelector('.balances .whole');
  });

  it('draws up the VAT return, validates it and marks it as filed', async () => {
    const { page } = desk;
    await goTo('VAT');
    await page.locator('.calendar tr', { hasText: 'February 2026' }).getByRole('button', { name: 'Draw up' }).click();
    await page.waitForSelector('main h3 .badge >> text=draft');
    // The VAT of the three invoices.
    await page.waitForSelector('.boxes >> text=152.25');
    await page.click('main button.primary >> text=Validate');
    await page.waitForSelector('main h3 .badge >> text=validated');
    await page.click('main button.primary >> text=Mark as filed');
    await page.click('dialog button.primary');
    await page.waitForSelector('main h3 .badge >> text=filed');
  });

  it('ends with February closed, and its figures in the books', async () => {
    const { page } = desk;
    await goTo('Closing');
    const february = page.locator('.periods li', { hasText: 'February' });
    await february.getByRole('button').click();
    await february.getByText('locked', { exact: true }).waitFor();
    await goTo('Trial balance');
    await page.waitForSelector('tr.opens >> text=550000');
    expect(await page.locator('tr.opens', { hasText: '550000' }).textContent()).to.contain('-877.25');
    expect(desk.problems).to.deep.equal([]);
  });

  /** Drops files on the page. */
  async function drop(files: readonly { readonly name: string; readonly content: string }[]): Promise<void> {
    await desk.page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const { name, content } of ${JSON.stringify(files)})
        dataTransfer.items.add(new File([content], name, { type: 'application/xml' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }`);
  }
});
