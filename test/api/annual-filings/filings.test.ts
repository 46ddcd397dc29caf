import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from '../vat-declarations/support.ts';
import { filingSettings, identifiedCompany } from './support.ts';

interface Box {
  readonly code: string;
  readonly amount: string | null;
  readonly accounts: readonly string[];
  readonly manual: object | null;
}

describe('Annual filings', () => {
  const service = useService();
  let firm: TestFirm;
  let books: VatBooks;
  let path: string;
  let operation: string;
  let printed: string;
  let beforeFiling: string;
  const year = 2025;

  const findBox = (body: AnswerBody, code: string) => (body['boxes'] as Box[]).find((box) => box.code === code);
  const patch = (body: object) => firm.client.patch(`${books.file.path}${path}`, body);
  const download = (format: string) => firm.client.get(`${books.file.path}${path}/file?format=${format}`);

  before('a Belgian company with a year that is over', async () => {
    firm = await service.newFirm();
    books = await vatBooks(service, firm, 'BE', 'quarterly', {
      fiscal_year: { code: String(year), starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
      ...identifiedCompany,
    });
    await firm.client.expect(200).patch(`${books.file.path}/settings`, filingSettings);
    await books.document('invoice', `${year}-03-10`, 'S-21', '1000.00', '700000');
    path = `/annual-filings/${books.file.fiscalYearId}`;
  });

  it('show the boxes of the form with the figures of the annual accounts', async () => {
    const body = await books.get(path);
    expect(body).to.include({ country: 'BE', form: 'm07', status: 'draft', version: 0, has_moved: false });
    expect(body).to.include({ is_provisional: true, due_on: '2026-06-27T00:00:00.000000Z' });
    expect(findBox(body, '20/58')).to.include({ amount: '1210.00', is_total: true });
    expect(findBox(body, '70')).to.deep.include({ amount: '1000.00', accounts: ['700000'], manual: null });
    expect(body['checks']).to.deep.equal([]);
    await books.get('/annual-filings/999999', 404);
  });

  it('take a form and manual amounts, and refuse totals', async () => {
    const total = await patch({ manual: { '20/58': { amount: '1.00', reason: 'x' } } });
    expect(total.status).to.equal(422);
    expect(total.body.error_codes).to.deep.equal({ 'manual.20/58': ['filing_box_is_total'] });
    const chosen = await patch({ form: 'm01', manual: { '22': { amount: '5.00', reason: 'Counted' } } });
    expect(chosen.status, chosen.text).to.equal(200);
    expect(chosen.body).to.include({ form: 'm01', version: 1 });
    expect(findBox(chosen.body, '22')).to.deep.include({
      amount: '5.00',
      manual: { amount: '5.00', text: null, reason: 'Counted' },
    });
  });

  it('refuse a file that breaks a check', async () => {
    const refused = await download('pdf');
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ code: 'filing_checks_failed' });
    expect(refused.body['checks']).to.deep.include.members([
      {
        code: 'va_03.01.0_0015',
        severity: 'blocking',
        equation: '20/58 = 10/49',
        left: '1215.00',
        right: '1210.00',
        message: '20/58 = 10/49 does not hold: 1,215.00 is not 1,210.00.',
      },
    ]);
    expect((await patch({ form: null, manual: { '22': null } })).status).to.equal(200);
    expect((await download('xml')).status).to.equal(422);
  });

  it('keep the files as they were filed, and tell what has moved since', async () => {
    const before = await download('pdf');
    expect(before.status, before.text).to.equal(200);
    printed = before.text;
    beforeFiling = new Date().toISOString();
    const answer = await firm.client.post(`${books.file.path}${path}/filed`, {
      filed_on: '2026-06-20',
      reference: 'NBB-1',
    });
    expect(answer.status, answer.text).to.equal(200);
    operation = answer.headers.get('x-operation-id')!;
    const filed = answer.body;
    expect(filed).to.include({ status: 'filed', reference: 'NBB-1', has_moved: false });
    await books.post(`${path}/filed`, { filed_on: '2026-06-20' }, 422);
    const { id } = await books.document('invoice', `${year}-12-10`, 'S-21', '100.00', '700000');
    const moved = await books.get(path);
    expect(moved).to.include({ status: 'filed', has_moved: true, fingerprint: filed['fingerprint'] });
    expect(findBox(moved, '70')).to.include({ amount: '1000.00' });
    const difference = (moved['differences'] as { box: string; entries: { id: number }[] }[]).find(
      ({ box }) => box === '70',
    );
    expect(difference).to.deep.include({ box: '70', filed: '1000.00', now: '1100.00' });
    expect(difference?.entries).to.deep.include({ id, number: 2, journal_code: 'VEN', amount: '100.00' });
    expect((await download('pdf')).text === before.text).to.equal(true);
    expect((await download('xlsx')).status).to.equal(200);
  });

  it('are in the calendar and on the dashboard until they are filed', async () => {
    const listItems = async () =>
      ((await books.get('/vat/calendar?from=2026-01-01&to=2026-12-31')).data as AnswerBody[])
        .filter(({ kind }) => kind === 'annual_accounts')
        .map(({ fiscal_year_id, label, status }) => [fiscal_year_id, label, status]);
    const countUnfiled = async () =>
      (await firm.client.get<AnswerBody[]>(`/v1/firms/${firm.token}/dashboard`)).body.map((row) => [
        row['annual_accounts_to_file'],
        (row['next_annual_accounts'] as AnswerBody | null)?.['fiscal_year_id'],
      ]);
    const label = `Filing of the annual accounts with the National Bank - ${year}`;
    expect(await listItems()).to.deep.equal([[books.file.fiscalYearId, label, 'done']]);
    expect(await countUnfiled()).to.deep.equal([[0, undefined]]);
    const filed = await books.get(path);
    const undone = await firm.client.post(`${books.file.path}/history/operations/${operation}/revert`, {});
    expect(undone.status, undone.text).to.equal(200);
    expect(await listItems()).to.deep.equal([[books.file.fiscalYearId, label, 'late']]);
    expect(await countUnfiled()).to.deep.equal([[1, books.file.fiscalYearId]]);
    const draft = await books.get(path);
    expect(draft).to.include({ status: 'draft', has_moved: false, filed_on: null });
    expect(findBox(draft, '70')).to.include({ amount: '1100.00' });
    expect(draft['filed_versions']).to.deep.equal([{ ...(filed['filed_versions'] as object[])[0], is_undone: true }]);
  });

  it('are filed again when the undo is undone, and show what was known at a moment', async () => {
    const done = await books.get(`/history/operations/${operation}`);
    expect(done['summary']).to.contain(`recorded the filing of the annual accounts ${year}`);
    const { data } = await books.get(`/history?resource=annual-filings&record_id=${books.file.fiscalYearId}`);
    const [last] = data as AnswerBody[];
    const revert = `/history/operations/${String(last!['operation_id'])}/revert`;
    await books.post(revert, {}, 200);
    expect(await books.get(path)).to.include({ status: 'filed', has_moved: true, reference: 'NBB-1' });
    expect((await download('pdf')).text === printed).to.equal(true);
    const earlier = await books.get(`${path}?known_at=${encodeURIComponent(beforeFiling)}`);
    expect(earlier).to.include({ status: 'draft' });
    expect(findBox(earlier, '70')).to.include({ amount: '1000.00' });
  });
});
