import { expect } from 'chai';
import { add, negate } from '../../../domain/money.ts';
import { listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import type { AnswerBody } from '../../support/client.ts';
import { readPdfText } from '../../support/pdf.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { unpackZip } from '../../support/zips.ts';
import {
  getBoxes,
  listDifferences,
  openGoldenYear,
  payLess,
  revalueForeignSales,
  type GoldenFirm,
  type GoldenYear,
} from './support.ts';

const IBAN = 'BE68539007547034';

export function describeBelgium(share: () => GoldenFirm): void {
  const drafts: Record<number, AnswerBody> = {};
  let year: GoldenYear;
  const listDue = async () =>
    ((await year.get('/vat/calendar?from=2025-04-01&to=2026-12-31')).data as AnswerBody[]).filter(
      ({ kind, status }) => ['return', 'intracom_listing'].includes(kind as string) && status !== 'done',
    );
  const readDeadline = async () => {
    const { firm, file } = year;
    const rows = (await firm.client.get<AnswerBody[]>(`/v1/firms/${firm.token}/dashboard`)).body;
    return rows.find(({ public_token }) => public_token === file.token)!.next_vat_deadline as AnswerBody;
  };
  /** `provisional`, then the profit brought forward (14P) and to be appropriated (9906). */
  const readAppropriation = async (fiscalYearId: number) => {
    const body = await year.get(`/reports/annual-accounts?fiscal_year_id=${fiscalYearId}`);
    const statements = body.statements as { key: string; rows: { code: string; amount: string }[] }[];
    const { rows } = statements.find(({ key }) => key === 'appropriation')!;
    return [body.provisional, ...['14P', '9906'].map((wanted) => rows.find(({ code }) => code === wanted)?.amount)];
  };

  /** Rubrics of the report that the filing states differently, with both amounts and those of the year before. */
  const listFilingDifferences = async (fiscalYearId: number, scheme: string, form: string) => {
    const path = `/reports/annual-accounts?fiscal_year_id=${fiscalYearId}&scheme=${scheme}&with_zero=true`;
    const { statements } = await year.get(path);
    const rows = (statements as { rows: { code: string; amount: string; previous_amount: string | null }[] }[]).flatMap(
      (statement) => statement.rows,
    );
    const result = rows.find(({ code }) => code === 'RES')!;
    const { boxes } = await year.patch(`/annual-filings/${fiscalYearId}`, { form });
    const filed = new Map(
      (boxes as { code: string; amount: string; previous: string | null }[]).map((box) => [box.code, box]),
    );
    // Filed after the appropriation of the result, and what is deducted as a positive amount.
    const toFiled = (code: string, amount: string | null, ofYear: string | null) => {
      if (amount === null || !['14', '101', '19'].includes(code)) return amount;
      return code === '14' ? add(amount, ofYear!) : negate(amount);
    };
    const expected = rows.map(({ code, amount, previous_amount }) => [
      ...[code, toFiled(code, amount, result.amount), toFiled(code, previous_amount, result.previous_amount)],
    ]);
    return expected.filter(([code, amount, previous]) => {
      const box = filed.get(code!);
      return !box || box.amount !== amount || box.previous !== previous;
    });
  };

  before('purchases in the Union, a credit note on them, services and a late supply', async () => {
    year = await openGoldenYear(share(), 'BE', {
      ...{ enterprise_number: '0477472701', banks: [{ code: 'KBC', label: 'KBC', iban: IBAN }] },
      ...{ street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Bruxelles' },
    });
    const { document } = year;
    await document('invoice', '2025-02-01', 'P-M-IC-21', '5000.00', '604000');
    await document('credit-note', '2025-05-01', 'P-M-IC-21', '3000.00', '604000');
    await document('credit-note', '2025-05-02', 'P-S-21', '100.00', '612000');
    await document('invoice', '2025-08-01', 'P-M-IC-21', '3000.00', '604000');
    await document('invoice', '2025-08-02', 'P-S-21', '300.00', '612000');
    const client = await year.post('/third-parties', { type: 'customer', name: 'Client', vat_number: 'BE0403019261' });
    await year.post('/entries/invoice', {
      ...{ journal_id: year.file.journal('VEN'), third_party_id: client.id, entry_date: '2025-09-01' },
      lines: [{ account: '700000', amount: '1000.00', vat_code: 'S-21' }],
    });
    for (const period of [1, 2, 3, 4]) drafts[period] = await year.draw(period);
  });

  it('says that a draft has moved when the return before it carries something forward', async () => {
    const { show, refresh, validate, refuse } = year;
    await validate(drafts[1]!.id);
    expect(getBoxes(drafts[3]!, '82')).to.deep.equal(['300.00']);
    const second = await validate(drafts[2]!.id);
    expect(getBoxes(second, '81', '82', '84', '86')).to.deep.equal(['0.00', '0.00', '3000.00', '0.00']);
    const moved = await show(drafts[3]!.id);
    expect([moved.has_moved, listDifferences(moved)]).to.deep.equal([true, [['82', '300.00', '200.00']]]);
    await refuse(409, 'declaration_moved', `/vat-declarations/${drafts[3]!.id}/validate`);
    expect((await refresh(drafts[3]!.id)).has_moved).to.equal(false);
  });

  it('files the purchases of the third quarter whole, in the XML too', async () => {
    const third = await year.validate(drafts[3]!.id);
    expect(getBoxes(third, '81', '82', '86', '55', '59')).to.deep.equal([
      ...['3000.00', '200.00', '3000.00', '630.00'],
      // 630 and 21 % of the services
      '693.00',
    ]);
    await year.patch('/settings', {
      vat: { filer: { quality: 'declarant', name: 'Nord', phone: '022222222', email: 'tva@nord.be' } },
    });
    const xml = await year.readText(`/vat-declarations/${third.id}/xml`);
    expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
    const amounts = listElements(await readXml(Buffer.from(xml)), 'VATDeclaration/Data/Amount');
    const filed = Object.fromEntries(amounts.map(({ attributes, text }) => [attributes['GridNumber'], text]));
    expect(filed).to.deep.include({ '55': '630.00', '81': '3000.00', '86': '3000.00' });
    expect(filed).to.not.have.any.keys('62', '63', '84');
  });

  it('asks for a listing that the entries require, until it is filed on its own', async () => {
    const { post, refuse } = year;
    await year.patch(`/third-parties/${year.customer}`, { vat_number: 'FR44732829320', country: 'FR' });
    await year.document('invoice', '2025-12-30', 'S-IC-S', '250.00', '700000');
    const id = drafts[4]!.id;
    const moved = await year.show(id);
    expect([moved.has_moved, listDifferences(moved)]).to.deep.equal([true, [['44', '0.00', '250.00']]]);
    const { fingerprint } = await year.refresh(id);
    const outdated = { fingerprint: drafts[4]!.fingerprint };
    await refuse(409, 'declaration_moved', `/vat-declarations/${id}/validate`, outdated);
    await year.validate(id, { fingerprint });
    for (const one of Object.values(drafts)) {
      await refuse(422, 'date_in_future', `/vat-declarations/${one.id}/filed`, { filed_on: '2999-01-01' });
      await post(`/vat-declarations/${one.id}/filed`, { filed_on: '2026-01-20' }, 200);
    }
    const [listing, next] = await listDue();
    expect(listing).to.include({ kind: 'intracom_listing', year: 2025, period: 4, status: 'late' });
    expect(await readDeadline()).to.deep.include({ label: listing!.label, due_on: '2026-01-26', is_late: true });
    await post('/vat/intracom-listing/2025/4/filed', { filed_on: '2026-01-21' }, 200);
    expect((await listDue())[0]).to.deep.equal(next);
    expect(await readDeadline()).to.include({ label: next!.label });
  });

  it('names the firm as the representative of a consignment', async () => {
    const { firm, file } = year;
    const path = `/v1/firms/${firm.token}/vat/consignment`;
    const body = { declaration_ids: [drafts[1]!.id, drafts[2]!.id] };
    const missing = ['address', 'postal_code', 'city', 'phone', 'enterprise_number'].map((name) => `firm.${name}`);
    await firm.client.refused(422, missing).post(path, body);
    await firm.client.expect(200).patch(`/v1/firms/${firm.token}`, {
      ...{ enterprise_number: '0403019261', address: 'Quai 1', postal_code: '4000', city: 'Liège' },
      ...{ email: 'tva@nord.be', phone: '+32 4 123 45 67' },
    });
    const xml = await readXml(Buffer.from((await firm.client.post(path, body)).text));
    expect(findText(xml, 'Representative/RepresentativeID')).to.equal('0403019261');
    await firm.client
      .refused(422, ['vat.filer.quality'])
      .patch(`${file.path}/settings`, { vat: { filer: { quality: 'gérant' } } });
  });

  it('reminds a consumer first of what is due, and what may follow', async () => {
    const { post, refuse } = year;
    const person = await post('/third-parties', { type: 'customer', name: 'Jeanne Dubois', language: 'fr' });
    await post('/entries', {
      ...{ journal_id: year.file.journal('OD'), entry_date: '2025-11-02', due_date: '2025-11-30', label: 'Peinture' },
      lines: [
        { account: '400000', debit: '100.00', third_party_id: person.id },
        { account: '700000', credit: '100.00' },
      ],
    });
    // She has no e-mail address and the service no mail server: the letter is posted.
    const body = { third_party_ids: [person.id], letters: true };
    const { letters: dry } = await post('/reminders', { ...body, dry_run: true }, 200);
    const [letter] = (await post('/reminders', body, 202)).letters as AnswerBody[];
    expect(letter!.body).to.equal((dry as AnswerBody[])[0]!.body);
    const printed = (await year.readPrinted(`/mails/${letter!.id}/pdf`)).replace(/\s+/g, ' ');
    for (const words of ['Peinture', '100,00', 'Ce premier rappel est gratuit', '14 jours calendrier', '20,00'])
      expect(printed).to.contain(words);
    await refuse(503, 'mail_not_configured', '/reminders', { third_party_ids: [person.id] });
  });

  it('makes a slip for a beneficiary abroad, without a Belgian number', async () => {
    const { post } = year;
    const abroad = await post('/third-parties', {
      ...{ type: 'supplier', name: 'Atelier Blanc', street: 'Rue de Lille', house_number: '4', postal_code: '59000' },
      ...{ city: 'Lille', country: 'FR', vat_number: 'FR44732829320' },
    });
    await year.owe(abroad.id, '440000', '613200', '-500.00', 'Honoraires');
    const { slips } = await year.get('/vat/fees-281-50/2025');
    expect((slips as AnswerBody[]).map(({ name, amount }) => [name, amount])).to.deep.equal([
      ['Atelier Blanc', '500.00'],
    ]);
    await year.patch('/settings', {
      vat: {
        sender_281_50: {
          ...{ name: 'Nord', enterprise_number: '0403019261', address: 'Quai 1, 4000 Liège' },
          ...{ phone: '04 222', email: 'f@nord.be' },
        },
      },
    });
    expect(await year.readText('/vat/fees-281-50/2025?format=xml')).to.contain('Atelier Blanc');
  });

  it('posts discounts and payment differences to their own accounts', async () => {
    const accounts = { customers: '400000', suppliers: '440000', income: '700000', expense: '604000' };
    expect(await payLess(year, { iban: IBAN, write: buildCodaFile, ...accounts })).to.deep.equal({
      // 100 − 98, 60 − 59.60, 50 − 49
      ...{ '657000': '2.00', '657100': '0.40', '757000': '-1.00' },
    });
  });

  it('warns of cash in credit, and of deductible and due tax that hide one another', async () => {
    const spent = await year.move('2025-11-03', '604000', '570000', '30.00');
    expect((spent.warnings as AnswerBody[]).map(({ code }) => code)).to.deep.equal(['cash_in_credit']);
    // Belgian law keeps the amounts, not the words; the history keeps both.
    expect(await year.patch(`/entries/${spent.id}`, { label: 'Café' })).to.include({ label: 'Café' });
    const { checks } = await year.get(`/fiscal-years/${year.file.fiscalYearId}/closing-check`);
    expect((checks as AnswerBody[]).map(({ code }) => code)).to.include('cash_in_credit');
    expect(await year.listVatAccounts()).to.deep.equal([]);
    await year.move('2025-12-31', '411000', '451000', '210.00');
    expect(await year.listVatAccounts()).to.deep.equal([
      ['210.00', '411000'],
      ['-210.00', '451000'],
    ]);
  });

  it('gathers returns as filed, listings and the table of fixed assets in the dossier', async () => {
    const asset = { label: 'Camionnette', category: 'vehicles', acquired_on: '2025-01-01', cost: '12000.00' };
    await year.post('/fixed-assets', asset);
    const path = `/exports/full-dossier/${year.file.fiscalYearId}?parts[]=lists&parts[]=reports`;
    const archive = await unpackZip(await year.readBytes(path));
    const readPart = (name: string) => String(archive.get(name));
    for (const quarter of ['Q1', 'Q2', 'Q3', 'Q4']) {
      expect(readPart(`vat/625 2025-${quarter}.pdf`).slice(0, 5)).to.equal('%PDF-');
      expect(readPart(`vat/625 2025-${quarter}.xml`)).to.contain('VATDeclaration');
    }
    expect(readPart('vat/625 2025-Q3.xml')).to.contain('GridNumber="81">3000.00<');
    expect(readPart('vat/intracom-listing 2025-Q4.csv')).to.contain('FR44732829320');
    expect(readPart('vat/customer-listing 2025.csv')).to.contain('1000');
    expect(readPart('vat/fees-281-50 2025.csv')).to.contain('Atelier Blanc');
    expect(readPart('reports/fixed-assets.csv')).to.contain('Camionnette');
    expect([...archive.keys()]).to.include.members(['vat/customer-listing 2025.pdf', 'reports/fixed-assets.pdf']);
    const accounts = readPdfText(new Uint8Array(archive.get('reports/annual-accounts.pdf')!));
    expect(accounts).to.not.contain('Chaque compte mouvementé');
    expect((JSON.parse(readPart('manifest.json')) as { left_out: unknown[] }).left_out).to.deep.equal([]);
  });

  it('brings its result forward into accounts that are provisional until the year is closed', async () => {
    const { file, post, refuse } = year;
    // Income 1000 + 250 + 100 + 100 + 60 + 1 less costs 5000 + 200 + 500 + 50 + 2 + 0.40 + 30; nothing from before
    expect(await readAppropriation(file.fiscalYearId)).to.deep.equal([true, undefined, '-4271.40']);
    const next = { code: '2026', starts_on: '2026-01-01', ends_on: '2027-12-31' };
    await refuse(422, ['ends_on'], '/fiscal-years', next);
    // 24 months less a day
    const { id } = await post('/fiscal-years', { ...next, ends_on: '2027-12-30' });
    const sales = { year: '2025', yearId: file.fiscalYearId, customers: '400000', income: '700000' };
    const { entries, reversals } = await revalueForeignSales(year, sales);
    // A net loss of dollars is a charge, a net gain of pounds waits.
    expect(entries[1]).to.have.members([
      ...['497000 73.53 0.00', '655 454.55 0.00', '493000 0.00 73.53', '496000 0.00 454.55'],
    ]);
    expect(reversals).to.have.lengthOf(1);
    await post(`/fiscal-years/${file.fiscalYearId}/close`, {}, 200);
    // 5454.55 + 1176.47 − 4271.40 − 454.55
    expect(await readAppropriation(file.fiscalYearId)).to.deep.equal([false, undefined, '1905.07']);
    await year.move('2026-03-01', '550000', '700000', '6000.00');
    // 6000 + 1905.07, and the loss of dollars that is reversed
    expect(await readAppropriation(id)).to.deep.equal([true, '1905.07', '8359.62']);
  });
  it('files the figures of its annual accounts, rubric by rubric', async () => {
    const { fiscalYearId } = year.file;
    const years = [fiscalYearId, (await year.listYears()).find(({ starts_on }) => starts_on >= '2026-01-01')!.id];
    const forms = { full: 'm02', abbreviated: 'm01', micro: 'm07' };
    for (const id of years)
      for (const [scheme, form] of Object.entries(forms)) {
        const unequal = await listFilingDifferences(id, scheme, form);
        // The result of the year is appropriated; small models have one line of transfers from equity.
        const onlyInReport = scheme === 'full' ? ['RES'] : ['RES', '791', '792'];
        expect(unequal.map(([code]) => code)).to.deep.equal(onlyInReport);
      }
  });
}
