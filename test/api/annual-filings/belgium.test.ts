import { expect } from 'chai';
import { listElements, type XmlElement } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from '../vat-declarations/support.ts';
import { filingSettings, identifiedCompany } from './support.ts';

interface Box {
  readonly code: string;
  readonly amount: string | null;
  readonly previous: string | null;
}

describe('Annual accounts for the National Bank of Belgium', () => {
  const service = useService();
  let firm: TestFirm;
  let books: VatBooks;
  let path: string;

  const post = (entry_date: string, label: string, ...lines: readonly (readonly [string, string, string])[]) =>
    books.post('/entries', {
      ...{ journal_id: books.file.journal('OD'), entry_date, label },
      lines: lines.map(([account, debit, credit]) => ({
        account,
        ...(debit === '' ? { credit } : { debit }),
      })),
    });
  const listAmounts = (body: AnswerBody) =>
    Object.fromEntries((body['boxes'] as Box[]).map(({ code, amount }) => [code, amount]));
  const listPrevious = (body: AnswerBody) =>
    Object.fromEntries((body['boxes'] as Box[]).map(({ code, previous }) => [code, previous]));
  const download = () => firm.client.get(`${books.file.path}${path}/file?format=xbrl`);

  before('a small company in its second year, with a machine bought in each', async () => {
    firm = await service.newFirm();
    books = await vatBooks(service, firm, 'BE', 'quarterly', {
      fiscal_year: { code: '2024', starts_on: '2024-01-01', ends_on: '2024-12-31' },
      legal_form_code: '610',
    });
    await post('2024-01-10', 'Apport', ['550000', '20000.00', ''], ['110000', '', '20000.00']);
    await post('2024-03-01', 'Machine', ['240000', '5000.00', ''], ['550000', '', '5000.00']);
    await post('2024-12-31', 'Amortissement', ['630200', '1000.00', ''], ['240009', '', '1000.00']);
    await post('2024-12-31', 'Ventes', ['550000', '4000.00', ''], ['700000', '', '4000.00']);
    await books.post(`/fiscal-years/${books.file.fiscalYearId}/close`, {}, 200);
    const years = (await books.get('/fiscal-years')) as unknown as { id: number; code: string }[];
    const { id } = years.find(({ code }) => code === '2025')!;
    path = `/annual-filings/${id}`;
    await post('2025-03-01', 'Machine', ['240000', '4000.00', ''], ['550000', '', '4000.00']);
    // Posted by mistake: neither bought nor sold.
    const mistake = await post('2025-04-01', 'Machine', ['230000', '700.00', ''], ['550000', '', '700.00']);
    await books.post(`/entries/${mistake.id}/reverse`, { entry_date: '2025-04-02' });
    await post('2025-06-01', 'Vente', ['240009', '400.00', ''], ['663000', '600.00', ''], ['240000', '', '1000.00']);
    await post('2025-12-31', 'Amortissement', ['630200', '1600.00', ''], ['240009', '', '1600.00']);
    await post('2025-12-31', 'Ventes', ['550000', '9000.00', ''], ['700000', '', '9000.00']);
    await post('2025-12-31', 'Salaires', ['620200', '2000.00', ''], ['455000', '', '2000.00']);
  });

  it('are computed after the appropriation of the result, with the notes of the ledger', async () => {
    const body = await books.get(path);
    expect(body).to.include({ form: 'm87', is_provisional: true });
    const offered = body['forms_offered'] as { code: string; is_draft: boolean }[];
    expect(offered.map(({ code, is_draft }) => [code, is_draft])).to.deep.equal([
      ['m82', true],
      ['m81', true],
      ['m87', false],
    ]);
    // 3 000 of the first year and 9 000 − 1 600 − 600 − 2 000
    expect(listAmounts(body)).to.include({
      ...{ '20/58': '29800.00', '10/49': '29800.00', '14': '7800.00', '14P': '3000.00', '9905': '4800.00' },
      ...{ '9906': '7800.00', '22/27': '5800.00' },
      ...{ '8199P': '5000.00', '8169': '4000.00', '8179': '1000.00', '8199': '8000.00' },
      ...{ '8329P': '1000.00', '8279': '1600.00', '8309': '400.00', '8329': '2200.00' },
    });
    expect(listPrevious(body)).to.include({
      '20/58': '23000.00',
      '14': '3000.00',
      '9905': '3000.00',
      '630': '1000.00',
    });
    expect(body['checks']).to.deep.equal([]);
    expect((body['left_out'] as AnswerBody[]).map(({ code }) => code)).to.deep.equal([
      ...['director_function', 'director_address_type', 'director_company', 'external_accountant'],
      ...['70', '60/61', '8722'],
    ]);
    const incomplete = (body['sections'] as AnswerBody[]).filter(({ is_complete }) => !is_complete);
    expect(incomplete.map(({ code, missing }) => [code, missing])).to.deep.equal([
      ['valuation_rules', ['valuation_rules']],
      ['11.00.0', ['1003', '1013', '1023', '1053']],
    ]);
  });

  it('name everything that is missing before there is a file', async () => {
    const refused = await download();
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ code: 'filing_data_missing' });
    expect(Object.keys(refused.body.errors)).to.deep.equal([
      ...['street', 'house_number', 'postal_code', 'city', 'enterprise_number', 'legal.rpm_district'],
      ...['annual_accounts.general_meeting_date', 'annual_accounts.valuation_rules', 'annual_accounts.directors'],
    ]);
    const { legal_form_code: _, ...identity } = identifiedCompany;
    await firm.client.expect(200).patch(books.file.path, identity);
    await firm.client.expect(200).patch(`${books.file.path}/settings`, filingSettings);
    expect((await download()).status).to.equal(200);
  });

  it('warn of a social balance sheet that contradicts itself, and refuse a broken legal check', async () => {
    const reason = 'Secrétariat social';
    const social = { '1001': { amount: '1.00', reason }, '1003': { amount: '2.00', reason } };
    const warned = await firm.client.patch(`${books.file.path}${path}`, { manual: social });
    expect(warned.status, warned.text).to.equal(200);
    const codes = (warned.body['checks'] as { code: string; severity: string }[]).map(({ code }) => code);
    expect(codes).to.include.members(['cs_11.00.0_0001', 'cs_11.00.0_0002']);
    expect((await download()).status).to.equal(200);
    const broken = { ...social, '8169': { amount: '4100.00', reason } };
    await firm.client.expect(200).patch(`${books.file.path}${path}`, { manual: broken });
    const refused = await download();
    expect(refused.body).to.include({ code: 'filing_checks_failed' });
    expect((refused.body['checks'] as AnswerBody[]).map(({ code, left, right }) => [code, left, right])).to.deep.equal([
      ['va_03.01.0_0040', '5800.00', '5900.00'],
    ]);
    const removed = Object.fromEntries(Object.keys(broken).map((code) => [code, null]));
    await firm.client.expect(200).patch(`${books.file.path}${path}`, { manual: removed });
  });

  it('are a file with every amount of the form, and stay as they were filed', async () => {
    const reason = 'Secrétariat social';
    const manual = Object.fromEntries(
      Object.entries({
        ...{ '1001': '0.80', '1003': '0.80', '1011': '1300.00', '1013': '1300.00', '1021': '2000.00' },
        ...{ '1023': '2000.00', '1051': '1.00', '1053': '1.00', '1101': '1.00', '1103': '1.00', '1201': '1.00' },
        ...{ '1203': '1.00', '12011': '1.00', '12013': '1.00', '1321': '1.00', '1323': '1.00' },
      }).map(([code, amount]) => [code, { amount, reason }]),
    );
    const entered = await firm.client.patch(`${books.file.path}${path}`, { manual });
    expect(entered.body['checks']).to.deep.equal([]);
    const file = await download();
    const root = await readXml(Buffer.from(file.text));
    const facts = root.children.filter(({ attributes }) => attributes['unitRef'] !== undefined);
    const boxes = (entered.body['boxes'] as Box[]).filter(
      ({ code }) => !code.startsWith('(') && !['70', '60/61'].includes(code),
    );
    const isFilled = (amount: string | null) => amount !== null && amount !== '0.00';
    const filled = boxes.flatMap(({ amount, previous }) => [amount, previous].filter(isFilled));
    const toNumber = (text: string | null) => Number(text);
    expect(facts.map(({ text }: XmlElement) => toNumber(text)).toSorted()).to.deep.equal(
      filled.map(toNumber).toSorted(),
    );
    expect(listElements(root, 'context').length).to.be.greaterThan(facts.length);
    await books.post(`${path}/filed`, { filed_on: '2026-06-20', reference: 'NBB-1' }, 200);
    await post('2025-12-31', 'Oubli', ['612000', '10.00', ''], ['550000', '', '10.00']);
    expect((await download()).text === file.text).to.equal(true);
  });
});
