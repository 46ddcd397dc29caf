import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { readPdfText } from '../../support/pdf.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from '../vat-declarations/support.ts';

interface Box {
  readonly code: string;
  readonly label: string;
  readonly amount: string | null;
  readonly previous: string | null;
  readonly accounts: readonly string[];
  readonly source: string;
  readonly manual: object | null;
}

describe('French annual filings', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let books: VatBooks;
  let path: string;

  const listBoxes = (body: AnswerBody): ReadonlyMap<string, Box> =>
    new Map((body['boxes'] as Box[]).map((box) => [box.code, box]));
  const pick = (body: AnswerBody, ...codes: readonly string[]) => {
    const boxes = listBoxes(body);
    return codes.map((code) => boxes.get(code)?.amount);
  };
  const patch = (body: object) => firm.client.patch(`${books.file.path}${path}`, body);
  const move = (entry_date: string, ...lines: readonly (readonly [account: string, amount: string])[]) =>
    books.post('/entries', {
      ...{ journal_id: books.file.journal('OD'), entry_date },
      lines: lines.map(([account, amount]) =>
        amount.startsWith('-') ? { account, credit: amount.slice(1) } : { account, debit: amount },
      ),
    });
  const download = async (format: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${firm.client.token}` };
    const answer = await fetch(`${firm.client.url}${books.file.path}${path}/file?format=${format}`, { headers });
    const content = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, content.toString().slice(0, 500)).to.equal(200);
    return content;
  };

  before('a company with a building that is finished during the year', async () => {
    firm = await service.newFirm();
    books = await vatBooks(service, firm, 'FR', 'quarterly', {
      ...{ locale: 'fr', fiscal_year: { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' } },
    });
    path = `/annual-filings/${books.file.fiscalYearId}`;
    await move('2025-01-02', ['512000', '100000'], ['101300', '-100000']);
    await move('2025-02-01', ['231000', '40000.40'], ['512000', '-40000.40']);
    await move('2025-06-30', ['213100', '40000.40'], ['231000', '-40000.40']);
    await move('2025-12-31', ['681120', '1000.30'], ['281310', '-1000.30']);
    await move('2025-12-31', ['681500', '500'], ['151100', '-500']);
    await move('2025-12-31', ['658200', '90'], ['512000', '-90']);
    await books.document('invoice', '2025-05-01', 'S-20', '3000.35', '707000');
  });

  it('are the simplified form below the thresholds, and the normal one if chosen', async () => {
    const draft = await books.get(path);
    expect(draft).to.include({ country: 'FR', form: '2033', status: 'draft', is_provisional: true });
    expect((draft['forms_offered'] as { code: string }[]).map(({ code }) => code)).to.deep.equal(['2050', '2033']);
    // 3 000.35 less 1 000.30, 500 and 90
    expect(pick(draft, '310', '136', '496', '044', '626', '154')).to.deep.equal([
      ...['1410.00', '1410.00', '40000.00', '40000.00', '500.00', '500.00'],
    ]);
    expect(draft['checks']).to.deep.equal([]);
    const chosen = await patch({ form: '2050' });
    expect(chosen.status, chosen.text).to.equal(200);
    expect(chosen.body).to.include({ form: '2050' });
    expect(pick(chosen.body, 'BJ', 'BK', 'BJ.net', '0L', '0R', 'I4', 'HN', 'DI')).to.deep.equal([
      ...['40000.00', '1000.00', '39000.00', '40000.00', '1000.00', '40000.00', '1410.00', '1410.00'],
    ]);
    expect(chosen.body['left_out']).to.have.length.above(10);
    expect((chosen.body['left_out'] as { code: string }[]).map(({ code }) => code)).to.include('EDI-TDFC');
  });

  it('agree with the annual accounts of the reports, but for the rounding', async () => {
    const report = await books.get(
      `/reports/annual-accounts?fiscal_year_id=${books.file.fiscalYearId}&scheme=full&with_zero=true`,
    );
    const boxes = listBoxes(await books.get(path));
    const rows = (report['statements'] as { rows: { code: string; amount: string }[] }[]).flatMap((one) => one.rows);
    for (const { code, amount } of rows) {
      const box = boxes.get(`${code}.net`) ?? boxes.get(code);
      expect(Math.abs(Number(box?.amount) - Number(amount)), code).to.be.at.most(1.5);
    }
  });

  it('take additions and deductions, and refuse totals', async () => {
    const refused = await patch({ manual: { WR: { amount: '1.00', reason: 'x' } } });
    expect(refused.body.error_codes).to.deep.equal({ 'manual.WR': ['filing_box_is_total'] });
    const entered = await patch({
      manual: { WD: { amount: '250.00', reason: 'Logement' }, XG: { amount: '100.00', reason: 'Mécénat' } },
    });
    expect(entered.status, entered.text).to.equal(200);
    // 1 410 and the fine of 90, and 250 less 100
    expect(pick(entered.body, 'WA', 'WJ', 'WD', 'WR', 'XH', 'XN')).to.deep.equal([
      ...['1410.00', '90.00', '250.00', '1750.00', '100.00', '1650.00'],
    ]);
    const boxes = listBoxes(entered.body);
    expect(boxes.get('WJ')).to.deep.include({ accounts: ['658200'], source: 'ledger', manual: null });
    expect(['WD', 'WF', 'WR', 'I7'].map((code) => boxes.get(code)?.source)).to.deep.equal([
      ...['manual', 'manual', 'total', 'ledger'],
    ]);
    expect(boxes.get('WD')?.manual).to.deep.include({ reason: 'Logement' });
  });

  it('name what the hand-over to the partner lacks', async () => {
    const refused = await firm.client.get(`${books.file.path}${path}/file?format=json`);
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ code: 'filing_data_missing' });
    expect(Object.keys(refused.body.errors)).to.include.members(['city', 'postal_code']);
    const details = { street: 'Rue de Lille', house_number: '4', postal_code: '59000', city: 'Lille' };
    const known = await firm.client.patch(books.file.path, { ...details, enterprise_number: '732829320' });
    expect(known.status, known.text).to.equal(200);
    const content = JSON.parse((await download('json')).toString()) as { kind: string; forms: { form: string }[] };
    expect(content.kind).to.equal('liasse-hand-over');
    expect(content.forms.map(({ form }) => form)).to.deep.equal([
      ...['2050', '2051', '2052', '2053', '2054', '2055', '2056', '2057', '2058-A', '2058-B', '2058-C'],
    ]);
  });

  it('are printed in the order of the form, with its columns side by side', async () => {
    const text = readPdfText(new Uint8Array(await download('pdf')));
    const places = ['2050 : bilan, actif', '2054 : immobilisations', '2058-A'].map((title) => text.indexOf(title));
    expect(places).to.deep.equal(places.toSorted((one, other) => one - other));
    expect(places[0]).to.be.above(-1);
    expect(text).to.contain('AP AQ').and.to.contain('KL IQ MB').and.to.contain('virements de');
    expect((await download('xlsx')).subarray(0, 2).toString()).to.equal('PK');
  });

  it('keep what was filed', async () => {
    const json = await download('json');
    const filed = await books.post(`${path}/filed`, { filed_on: '2026-05-10', reference: 'TDFC-1' }, 200);
    expect(filed).to.include({ status: 'filed', form: '2050' });
    await move('2025-12-31', ['681500', '40'], ['151100', '-40']);
    const moved = await books.get(path);
    expect(moved).to.include({ has_moved: true });
    const differences = new Map((moved['differences'] as { box: string; now: string }[]).map((one) => [one.box, one]));
    expect(differences.get('DP')).to.deep.include({ filed: '500.00', now: '540.00' });
    expect(await download('json')).to.deep.equal(json);
  });
});
