import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface Series extends AnswerBody {
  readonly kind: string;
  readonly next_number: number;
}
interface Document extends AnswerBody {
  readonly number: string | null;
  readonly status: string;
  readonly number_series_id: number | null;
  readonly journal_entry_id: number | null;
}
interface Booked extends AnswerBody {
  readonly document: Document;
  readonly entry: AnswerBody;
}
interface Findings {
  readonly data: readonly { readonly code: string; readonly links: readonly { readonly id: number }[] }[];
}

describe('Number series', () => {
  const ledger = useLedger();
  let customer: AnswerBody;
  let other: AnswerBody;

  before(async () => {
    const make = (name: string) =>
      ledger.firm.client.created(`${ledger.file.path}/third-parties`, { type: 'customer', name });
    [customer, other] = [await make('Peeters'), await make('Dubois')];
  });

  const at = (path: string) => `${ledger.file.path}/${path}`;
  const list = async () => (await ledger.firm.client.get<readonly Series[]>(at('number-series'))).body;
  const find = async (kind: string) => (await list()).find((series) => series.kind === kind)!;
  const record = (fields: Record<string, unknown> = {}) =>
    ledger.firm.client.post<Document>(at('documents'), {
      direction: 'sale',
      document_date: '2026-04-10',
      third_party_id: customer.id,
      lines: [{ description: 'Conseil', amount_net: '100.00', account: '700000', vat_code: 'S-21' }],
      ...fields,
    });
  const recorded = (fields?: Record<string, unknown>): Promise<Document> => expectStatus(record(fields), 201);
  const book = ({ id }: Pick<AnswerBody, 'id'>, fields: Record<string, unknown> = {}) =>
    ledger.firm.client.post<Booked>(at(`documents/${id}/book`), fields);
  const booked = async (fields?: Record<string, unknown>) =>
    (await expectStatus(book(await recorded(fields)), 201)).document;
  const revert = (answer: Answer<AnswerBody>) =>
    ledger.firm.client.post<AnswerBody>(at(`history/operations/${answer.headers.get('x-operation-id')}/revert`), {});
  const control = async (path = 'vat/control?from=2026-01-01&to=2026-12-31') =>
    (await ledger.firm.client.get<Findings>(at(path))).body.data;

  it('exist in every file: one for each kind of document, in a plain array', async () => {
    const all = await list();
    expect(all.map(({ code, kind, pattern }) => [code, kind, pattern])).to.deep.equal([
      ['ADVANCE', 'advance', 'AC-{year}-{number:5}'],
      ['CREDIT', 'credit_note', 'NC-{year}-{number:5}'],
      ['INVOICE', 'invoice', '{year}-{number:5}'],
      ['PROFORMA', 'proforma', 'PF-{year}-{number:5}'],
      ['QUOTE', 'quotation', 'DE-{year}-{number:5}'],
      ['SELFBILL', 'self_billed', 'AF-{year}-{number:5}'],
    ]);
    expect(all[2]).to.deep.include({
      journal_id: ledger.file.journal('VEN'),
      restart: 'year',
      next_number: 1,
      allows_own_numbers: true,
      is_default: true,
    });
  });

  it('give a number when the sale is booked, and consecutive ones to parallel requests', async () => {
    const draft = await recorded();
    expect([draft.number, draft.number_series_id]).to.deep.equal([null, null]);
    const { document, entry } = await expectStatus(book(draft), 201);
    expect([document.number, entry.reference]).to.deep.equal(['2026-00001', '2026-00001']);
    const drafts = await Promise.all(Array.from({ length: 8 }, () => recorded()));
    const answers = await Promise.all(drafts.map((one) => expectStatus(book(one), 201)));
    expect(answers.map((answer) => answer.document.number).toSorted()).to.deep.equal(
      Array.from({ length: 8 }, (_, index) => `2026-0000${index + 2}`),
    );
    expect((await find('invoice')).next_number).to.equal(10);
    expect(document).to.deep.include({ number_series_id: (await find('invoice')).id });
  });

  it('refuse a date before that of the last number, with the code', async () => {
    const { status, body } = await book(await recorded({ document_date: '2026-04-09' }));
    expect([status, body.code]).to.deep.equal([422, 'number_out_of_order']);
    await booked({ document_date: '2026-04-10' });
  });

  it('accept numbers of another program, but none that any customer has, with other blanks or case', async () => {
    await booked({ number: 'Web 77', document_date: '2026-01-05' });
    const taken = await record({ number: 'web77', third_party_id: other.id });
    expect([taken.status, taken.body.code, Object.keys(taken.body.errors)]).to.deep.equal([
      422,
      'number_taken',
      ['number'],
    ]);
    const forced = await record({ number: 'WEB 77', third_party_id: other.id, force: true });
    expect(forced.body.code).to.equal('number_taken');
    const { id } = await find('invoice');
    await ledger.firm.client.expect(200).patch(at(`number-series/${id}`), { allows_own_numbers: false });
    expect((await record({ number: 'Web 78' })).body.code).to.equal('own_number_not_allowed');
    await ledger.firm.client.expect(200).patch(at(`number-series/${id}`), { allows_own_numbers: true });
  });

  it('go on after numbers that were typed in like theirs', async () => {
    const next = (await find('invoice')).next_number;
    await booked({ number: `2026-${String(next).padStart(5, '0')}` });
    expect((await booked()).number).to.equal(`2026-${String(next + 1).padStart(5, '0')}`);
  });

  it('keep the number of a sale whose booking is undone: it stays, and is listed as missing from the books', async () => {
    const draft = await recorded();
    const answer = await book(draft);
    const { number } = answer.body.document;
    await expectStatus(revert(answer), 200);
    const pending = (await ledger.firm.client.get<Document>(at(`documents/${draft.id}`))).body;
    expect(pending).to.deep.include({ number, status: 'pending', journal_entry_id: null });
    const removed = await ledger.firm.client.delete<AnswerBody>(at(`documents/${draft.id}`));
    expect([removed.status, removed.body.code]).to.deep.equal([422, 'document_issued']);
    expect((await booked()).number).not.to.equal(number);
    const finding = (await control()).find(({ code }) => code === 'vat_control_number_unbooked')!;
    expect(finding.links.map(({ id }) => id)).to.deep.equal([draft.id]);
    const again = await expectStatus(book(draft), 201);
    expect(again.document.number).to.equal(number);
    expect((await control()).map(({ code }) => code)).not.to.include('vat_control_number_unbooked');
  });

  it('show gaps, repeated and unordered numbers in the control and in the closing check', async () => {
    const { id } = await find('credit_note');
    const credit = { is_credit_note: true };
    await booked({ ...credit, document_date: '2026-06-10' });
    await ledger.firm.client.expect(200).patch(at(`number-series/${id}`), { next_number: 5 });
    await booked({ ...credit, document_date: '2026-06-10' });
    await booked({ ...credit, number: 'NC-2026-00009', document_date: '2026-05-01' });
    expect((await control()).map(({ code }) => code)).to.include.members([
      'vat_control_gap',
      'vat_control_number_unordered',
    ]);
    const year = ledger.file.fiscalYearId;
    const { body } = await ledger.firm.client.get<{ checks: Findings['data'] }>(
      at(`fiscal-years/${year}/closing-check`),
    );
    expect(body.checks.map(({ code }) => code)).to.include.members([
      'sales_numbers_missing',
      'sales_numbers_unordered',
    ]);
  });

  it('are deleted while unused, refused while in use, and checked', async () => {
    const made = await ledger.firm.client.created(at('number-series'), {
      code: 'SHOP',
      label: 'Boutique',
      kind: 'invoice',
      journal_id: ledger.file.journal('VEN'),
      pattern: 'B{yy}/{number:2}',
      next_number: 99,
    });
    const last = await booked({ number_series_id: made.id });
    expect(last.number).to.equal('B26/99');
    expect((await book(await recorded({ number_series_id: made.id }))).body.code).to.equal('series_exhausted');
    const removed = await ledger.firm.client.delete<AnswerBody>(at(`number-series/${made.id}`));
    expect([removed.status, removed.body.code]).to.deep.equal([422, 'in_use']);
    const wrong = await ledger.firm.client.post<AnswerBody>(at('number-series'), {
      code: 'BAD',
      label: 'x',
      kind: 'invoice',
      pattern: 'B{number:2}',
    });
    expect([wrong.status, wrong.body.error_codes]).to.deep.equal([
      422,
      { pattern: ['series_pattern_without_year'], journal_id: ['series_without_journal'] },
    ]);
    const unused = await find('self_billed');
    await ledger.firm.client.expect(204).delete(at(`number-series/${unused.id}`));
    expect(await find('self_billed')).to.equal(undefined);
    await ledger.firm.client.expect(200).post(at(`trash/number-series/${unused.id}/restore`));
  });

  it('number quotations when they are made', async () => {
    expect((await recorded({ kind: 'quotation' })).number).to.equal('DE-2026-00001');
  });
});
