import { expect } from 'chai';
import { returnFileRoutes } from '../../../api/vat-filing/return-files.ts';
import { roundToUnits } from '../../../domain/money.ts';
import { listElements } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCfonbFile } from '../../support/bank-files.ts';
import type { AnswerBody } from '../../support/client.ts';
import { parseFecRecords, type FecRecord } from '../../support/fec-rules.ts';
import { migrate } from '../book-migrations/support.ts';
import {
  getBoxes,
  listDifferences,
  openGoldenYear,
  payLess,
  revalueForeignSales,
  type GoldenFirm,
  type GoldenYear,
} from './support.ts';

const IBAN = 'FR1420041010050500013M02606';
const SIREN = '732829320';

export function describeFrance(share: () => GoldenFirm): void {
  let year: GoldenYear;
  const readFec = async (fiscalYearId: number, path = year.file.path) =>
    (await year.firm.client.get(`${path}/exports/fec/${fiscalYearId}`)).text;
  const listRecords = async (fiscalYearId: number): Promise<readonly FecRecord[]> =>
    parseFecRecords(Buffer.from(await readFec(fiscalYearId)));
  /** Pays a part of the item by an entry of its own. */
  const payPart = async (item: AnswerBody, amount: string, currency: object = {}) => {
    const reference = `P${amount}`;
    const payment = await year.post('/entries', {
      ...{ journal_id: year.file.journal('OD'), entry_date: '2025-11-10', label: reference, reference },
      lines: [
        { account: '411000', credit: amount, third_party_id: year.customer, ...currency },
        { account: '580000', debit: amount },
      ],
    });
    const line_ids = [item, payment].map(({ lines }) => (lines as AnswerBody[]).find(isReceivable)!.id);
    await year.post('/lettering', { line_ids, partial: true });
  };
  const isReceivable = ({ account }: AnswerBody) => (account as { number: string }).number === '411000';

  /** The loss of 2025 is still on its account in 2026. */
  const NOT_APPROPRIATED = [{ code: '2058-C-0F', severity: 'warning', left: '-1791.00', right: '0.00' }];
  const listFiledAmounts = ({ boxes }: AnswerBody): ReadonlyMap<string, string> =>
    new Map((boxes as { code: string; amount: string }[]).map(({ code, amount }) => [code, amount]));
  /** Rubrics of the report whose box is not their rounded amount. */
  const listUnequal = async ({ boxes: shown }: AnswerBody, id: number, scheme: string) => {
    const lines = shown as { code: string; amount: string; is_total: boolean }[];
    const boxes = new Map(lines.map((box) => [box.code, box]));
    const path = `/reports/annual-accounts?fiscal_year_id=${id}&scheme=${scheme}&with_zero=true`;
    const { statements } = await year.get(path);
    const rows = (statements as { rows: { code: string; amount: string }[] }[]).flatMap((one) => one.rows);
    return rows.filter(({ code, amount }) => {
      const box = boxes.get(`${code}.net`) ?? boxes.get(code);
      const isSum = boxes.get(code)?.is_total !== false;
      return !isSum && box!.amount !== roundToUnits(amount);
    });
  };

  before('a credit, a quarter that owes, and part payments', async () => {
    year = await openGoldenYear(share(), 'FR', {
      ...{ enterprise_number: SIREN, banks: [{ code: 'BNP', label: 'BNP', iban: IBAN }] },
      ...{ street: 'Rue de Lille', house_number: '4', postal_code: '59000', city: 'Lille' },
    });
    await year.document('invoice', '2025-02-01', 'P-G-20', '1000.00', '607000');
    await year.document('invoice', '2025-05-01', 'S-20', '3000.00', '707000');
  });

  it('carries the credit into line 22, which a draft drawn up before says', async () => {
    const { draw, validate, show } = year;
    const second = await draw(2);
    expect(getBoxes(second, '22', '32')).to.deep.equal(['0.00', '600.00']);
    await year.refuse(422, 'earlier_period_open', `/vat-declarations/${second.id}/validate`);
    const first = await draw(1);
    expect(getBoxes(await validate(first.id), '27')).to.deep.equal(['200.00']);
    const moved = await show(second.id);
    expect(moved.has_moved).to.equal(true);
    expect(listDifferences(moved)).to.deep.include.members([
      ['22', '0.00', '200.00'],
      ['32', '600.00', '400.00'],
    ]);
    expect(getBoxes(await year.refresh(second.id), '22', '32')).to.deep.equal(['200.00', '400.00']);
    // The credit is given up again with its return.
    await year.post(`/vat-declarations/${first.id}/reopen`, {}, 200);
    expect((await show(second.id)).has_moved).to.equal(true);
    await validate(first.id);
    await validate(second.id);
  });

  it('leaves the tax on purchases alone when more is credited than sold', async () => {
    await year.document('credit-note', '2025-08-01', 'S-20', '1200.00', '707000');
    await year.document('invoice', '2025-08-02', 'P-G-IC-20', '3500.00', '607000');
    const third = await year.draw(3);
    expect(getBoxes(third, '08-HT', '08', '16', '17', '21', '22')).to.deep.equal([
      // 20 % of 3500 due and deducted, 20 % of 1200 deducted, no credit from before
      ...['3500.00', '700.00', '700.00', '700.00', '240.00', '0.00'],
    ]);
    const manual = { '08-HT': { amount: '-3600.00', reason: 'Erreur' } };
    const path = `${year.file.path}/vat-declarations/${third.id}`;
    await year.firm.client.refused(422).patch(path, { manual });
    expect(getBoxes(await year.validate(third.id), '27')).to.deep.equal(['240.00']);
  });

  it('prints the form with the number before the street, and writes its zones for an EDI partner', async () => {
    const returns = (await year.get('/vat-declarations')).data as AnswerBody[];
    const { id } = returns.find(({ period }) => period === 2)!;
    expect(await year.readPrinted(`/vat-declarations/${id}/pdf`)).to.contain('4 Rue de Lille');
    await year.patch('', { vat_number: `FR44${SIREN}` });
    const root = await readXml(await year.readBytes(`/vat-declarations/${id}/xml`));
    const zones = listElements(root, 'Formulaire')[1]!.children.map(({ attributes, text }) => [attributes['id'], text]);
    // Base 3000, tax 600, credit of the first quarter 200, due 400
    expect(Object.fromEntries(zones)).to.deep.include({ FP: '3000', GP: '600', HD: '200', KE: '400' });
    const { summary } = returnFileRoutes.find(({ path }) => path.endsWith('/{id}/xml'))!;
    expect(summary).to.contain('in France a readable XML for your EDI provider').and.to.not.contain('EDI-TVA');
  });

  it('letters part payments under one code that balances, and keeps validated words', async () => {
    const invoice = await year.owe(year.customer, '411000', '580000', '1200.00', 'V1');
    await payPart(invoice, '500.00');
    await payPart(invoice, '300.00');
    const records = await listRecords(year.file.fiscalYearId);
    const { EcritureLet: code } = records.find(({ PieceRef }) => PieceRef === 'P500.00')!;
    const lettered = records.filter(({ EcritureLet }) => EcritureLet === code);
    expect(lettered.map(({ Debit, Credit }) => [Debit, Credit])).to.have.deep.members([
      ['800,00', '0,00'],
      ['0,00', '500,00'],
      ['0,00', '300,00'],
    ]);
    const path = `${year.file.path}/entries/${invoice.id}`;
    await year.firm.client.refused(422, 'entry_validated').patch(path, { label: 'Autre' });
  });

  it('posts discounts and payment differences to their own accounts', async () => {
    const accounts = { customers: '411000', suppliers: '401000', income: '707000', expense: '607000' };
    expect(await payLess(year, { iban: IBAN, write: buildCfonbFile, ...accounts })).to.deep.equal({
      // 100 − 98, 60 − 59.60, 50 − 49
      ...{ '665000': '2.00', '658900': '0.40', '765000': '-1.00' },
    });
  });

  it('tells of deductible and due tax that hide one another', async () => {
    expect(await year.listVatAccounts()).to.deep.equal([]);
    await year.document('invoice', '2025-12-01', 'P-G-20', '500.00', '607000');
    await year.document('invoice', '2025-12-02', 'S-20', '500.00', '707000');
    // 20 % of 500 on either side
    expect(await year.listVatAccounts()).to.deep.equal([
      ['100.00', '445660'],
      ['-100.00', '445711'],
    ]);
  });

  it('has amounts in the currency of their document, of the settled and of the open part', async () => {
    const document = await year.post('/documents', {
      ...{ direction: 'sale', number: 'USD-1', document_date: '2025-11-05', third_party_id: year.customer },
      ...{ currency: 'USD', exchange_rate: '1.25' },
      lines: [{ description: 'Export', amount_net: '1000.00', vat_code: 'S-EX', account: '707000' }],
    });
    const { entry } = await year.post(`/documents/${document.id}/book`);
    await payPart(entry as AnswerBody, '200.00', { currency: 'USD', currency_amount: '-250.00' });
    const records = (await listRecords(year.file.fiscalYearId)).filter(
      ({ PieceRef, CompteNum }) => PieceRef === 'USD-1' && CompteNum === '411000',
    );
    expect(records.map(({ Debit, Montantdevise, Idevise }) => [Debit, Montantdevise, Idevise])).to.deep.equal([
      // 200 / 0.80 of 1000 dollars, and the rest
      ['200,00', '250,00', 'USD'],
      ['600,00', '750,00', 'USD'],
    ]);
  });

  it('opens the next year by third party and open item, in a journal of its own', async () => {
    // Two items that leave no balance on their account
    await year.owe(year.customer, '416000', '580000', '70.00', 'T1');
    await year.owe(year.customer, '416000', '580000', '-70.00', 'T2');
    await year.post(`/fiscal-years/${year.file.fiscalYearId}/close`, {}, 200);
    const next = (await year.listYears()).find(({ starts_on }) => starts_on.startsWith('2026'))!.id;
    const opened = (await listRecords(next)).filter(({ CompteNum }) => CompteNum!.startsWith('41'));
    expect(
      opened.map(({ JournalCode, PieceRef, Debit, Montantdevise }) => [JournalCode, PieceRef, Debit, Montantdevise]),
    ).to.deep.include.members([
      ['AN', 'V1', '400,00', ''],
      ['AN', 'T1', '70,00', ''],
      ['AN', 'T2', '0,00', ''],
      ['AN', 'USD-1', '600,00', '750,00'],
    ]);
    expect(opened.every(({ CompAuxNum }) => CompAuxNum !== '')).to.equal(true);
  });

  it('comes back from its own files with the same balances and open items', async () => {
    const { firm, service, file } = year;
    const years = (await year.listYears()).toSorted((one, other) => (one.ends_on < other.ends_on ? -1 : 1));
    const sources = await Promise.all(
      years.map(async ({ id, ends_on }) => ({
        name: `${SIREN}FEC${ends_on.slice(0, 10).replaceAll('-', '')}.txt`,
        content: await readFec(id),
      })),
    );
    const copy = await service.newCompany(firm.client, {
      ...{ country_pack: 'FR', enterprise_number: SIREN },
      fiscal_year: { starts_on: '2025-01-01', ends_on: '2025-12-31' },
    });
    const migrated = await migrate(firm.client, copy, sources);
    expect([migrated.status, migrated.errors_count, migrated.trial_balance?.is_equal]).to.deep.equal([
      ...['completed', 0, true],
    ]);
    // An entry without a reference is named by its number in the file, which becomes the reference.
    const listItems = async (path: string) =>
      ((await firm.client.ok(`${path}/open-items?per_page=200`)).data as AnswerBody[])
        .map(({ reference, amount }) => `${String(reference)} ${String(amount)}`.replace(/^(null|\w+-2025-\d+) /, ''))
        .sort();
    const items = await listItems(file.path);
    expect(items).to.include.members(['V1 400.00', 'USD-1 600.00']);
    expect(await listItems(copy.path)).to.deep.equal(items);
  });

  it('shows what is open in currency on the balance sheet, and provides for its losses', async () => {
    const yearId = (await year.listYears()).find(({ starts_on }) => starts_on.startsWith('2026'))!.id;
    const sales = { year: '2026', yearId, customers: '411000', income: '707000' };
    const { entries } = await revalueForeignSales(year, sales);
    expect(entries).to.deep.equal([
      // The document of 2025 too: 750 dollars at 1.20 are 625, carried at 600.
      [
        ...['4110009 73.53 0.00', '476100 454.55 0.00'],
        ...['477100 0.00 73.53', '4110009 0.00 429.55', '477100 0.00 25.00'],
      ],
      ['681500 454.55 0.00', '151500 0.00 454.55'],
    ]);
    const { statements } = await year.get(`/reports/annual-accounts?fiscal_year_id=${yearId}`);
    const rows = (statements as { rows: { code: string; amount: string }[] }[]).flatMap((one) => one.rows);
    const shown = ['CN', 'ED'].map((wanted) => rows.find(({ code }) => code === wanted)?.amount);
    expect(shown).to.deep.equal(['454.55', '98.53']);
  });

  it('fills the forms of the tax return with the figures of its annual accounts, in whole euros', async () => {
    const years = await year.listYears();
    const amounts = new Map<string, ReadonlyMap<string, string>>();
    for (const [start, form, scheme] of [
      ['2025', '2050', 'full'],
      ['2025', '2033', 'abbreviated'],
      ['2026', '2050', 'full'],
    ] as const) {
      const { id } = years.find(({ starts_on }) => starts_on.startsWith(start))!;
      const filing = await year.patch(`/annual-filings/${id}`, { form });
      const checks = filing['checks'] as AnswerBody[];
      expect(checks.map(({ code, severity, left, right }) => ({ code, severity, left, right }))).to.deep.equal(
        start === '2025' ? [] : NOT_APPROPRIATED,
      );
      // At most the largest line has the rounding difference of the balance sheet.
      expect(await listUnequal(filing, id, scheme)).to.have.length.at.most(1);
      amounts.set(`${start}-${form}`, listFiledAmounts(filing));
    }
    const pick = (of: string, ...codes: readonly string[]) => codes.map((code) => amounts.get(of)!.get(code));
    // Sales 3000 - 1200 + 500 + 800 + 100 + 60, purchases 1000 + 3500 + 500 + 50; discounts 2 and 1
    expect(pick('2025-2050', 'FA', 'FB', 'FC', 'FS', 'GL', 'GR', 'HN', 'DI', 'CO.net', 'EE')).to.deep.equal([
      // 800 in dollars with the code of exports
      ...['2460.00', '800.00', '3260.00', '5050.00', '1.00', '2.00', '-1791.00', '-1791.00', '4009.00', '4009.00'],
    ]);
    expect(pick('2025-2033', '210', '234', '310', '136', '110.net', '180', '372')).to.deep.equal([
      ...['3260.00', '5050.00', '-1791.00', '-1791.00', '4009.00', '4009.00', '1791.00'],
    ]);
    // The loss of dollars that is provided for: differences of conversion, provision, and the movement of the provision
    expect(pick('2026-2050', 'CN', 'DP', 'GD', '4U', '4W', 'ED', '0D')).to.deep.equal([
      ...['455.00', '455.00', '455.00', '455.00', '455.00', '99.00', '-1791.00'],
    ]);
  });
}
