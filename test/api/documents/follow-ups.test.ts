import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Line {
  readonly id: number;
  readonly amount_net: string;
  readonly description: string;
}
interface Document extends AnswerBody {
  readonly status: string;
  readonly number: string | null;
  readonly kind: string;
  readonly amount_gross: string;
  readonly journal_entry_id: number | null;
  readonly converted_to_id: number | null;
  readonly converted_from_id: number | null;
  readonly lines: readonly Line[];
}
interface Booked extends AnswerBody {
  readonly document: Document;
  readonly entry: AnswerBody & { readonly lines: readonly EntryLine[] };
}
interface Made extends Document {
  readonly entry: (AnswerBody & { readonly lines: readonly EntryLine[] }) | null;
  readonly warnings?: readonly { readonly code: string }[];
}
interface EntryLine {
  readonly id: number;
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
}

const COUNTRIES = {
  BE: { income: '700000', vat: 'S-21', bank: '550000', advances: '460000' },
  FR: { income: '707000', vat: 'S-20', bank: '512000', advances: '419100' },
  LU: { income: '7061', vat: 'S-17', bank: '513101', advances: '4311' },
} as const;

const inShort = (lines: readonly EntryLine[]) =>
  lines.map(({ account, debit, credit }) => `${account.number} ${debit === '0.00' ? `C ${credit}` : `D ${debit}`}`);

describe('Documents made from others', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm();
  });

  const open = async (country_pack: keyof typeof COUNTRIES) => {
    const file = await service.newCompany(firm.client, { country_pack });
    const customer = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Peeters' });
    return createSales(file, customer.id, COUNTRIES[country_pack]);
  };

  function createSales(file: TestCompany, customer: number, country: (typeof COUNTRIES)[keyof typeof COUNTRIES]) {
    const path = (rest: string) => `${file.path}/documents${rest}`;
    const line = (net: string, fields: Record<string, unknown> = {}) => ({
      description: 'Cuisine',
      amount_net: net,
      account: country.income,
      vat_code: country.vat,
      ...fields,
    });
    const record = (fields: Record<string, unknown>) =>
      firm.client.post<Document>(path(''), {
        direction: 'sale',
        document_date: '2026-03-15',
        third_party_id: customer,
        ...fields,
      });
    const book = async (document: Document): Promise<Booked> =>
      expectStatus(firm.client.post<Booked>(path(`/${document.id}/book`), {}), 201);
    const issue = async (fields: Record<string, unknown>): Promise<Booked> =>
      book(await expectStatus(record(fields), 201));
    const follow = (document: Document, action: 'credit' | 'convert', fields: Record<string, unknown>) =>
      firm.client.post<Made>(path(`/${document.id}/${action}`), {
        ...(action === 'credit' && { reason: 'Retour' }),
        date: '2026-03-20',
        ...fields,
      });
    const get = async ({ id }: Pick<Document, 'id'>) => (await firm.client.get<Document>(path(`/${id}`))).body;
    const openItems = async (query: string) =>
      (await firm.client.ok<{ data: AnswerBody[] }>(`${file.path}/open-items?${query}`)).data;
    const openBalance = async (accountId: number) =>
      (await firm.client.ok<{ totals: { balance: string } }>(`${file.path}/open-items?account_id=${accountId}`)).totals
        .balance;
    const undo = (answer: Answer<AnswerBody>) =>
      firm.client.post<AnswerBody>(`${file.path}/history/operations/${answer.headers.get('x-operation-id')}/revert`);
    return { file, customer, country, path, line, record, book, issue, follow, get, openItems, openBalance, undo };
  }

  const refusedWith = ({ status, body, text }: Answer<AnswerBody>) => {
    expect(status, text).to.equal(422);
    return [body.code, ...Object.keys(body.errors)];
  };

  describe('credit notes', () => {
    let sales: Awaited<ReturnType<typeof open>>;

    before(async () => {
      sales = await open('BE');
    });

    it('credit an invoice whole, name it and are matched with it; undone, they keep their number', async () => {
      const { line, issue, follow, openItems, undo, get, customer } = sales;
      const { document } = await issue({ lines: [line('100.00'), line('50.00')] });
      const before = await openItems(`third_party_id=${customer}`);
      const answer = await follow(document, 'credit', { book: true });
      expect(answer.status, answer.text).to.equal(201);
      const { entry, warnings, ...note } = answer.body;
      expect(warnings).to.equal(undefined);
      expect(note).to.deep.include({
        kind: 'credit_note',
        is_credit_note: true,
        status: 'booked',
        number: 'NC-2026-00001',
        amount_gross: '181.50',
        notes: 'Retour',
        credits: [{ document_id: document.id, number: document.number, date: '2026-03-15' }],
      });
      expect(entry).to.include({ origin: 'credit_note', credited_entry_id: document.journal_entry_id });
      expect(await openItems(`third_party_id=${customer}`)).to.have.length(before.length - 1);
      expect(refusedWith(await follow(document, 'credit', {}))).to.deep.equal(['nothing_left_to_credit', 'id']);
      await expectStatus(undo(answer), 200);
      expect(await openItems(`third_party_id=${customer}`)).to.have.length(before.length);
      expect(await get(note)).to.include({ status: 'pending', number: note.number });
      expect((await get(document)).status).to.equal('booked');
    });

    it('credit lines, and never more than is left: a warning, or a refusal', async () => {
      const { line, issue, follow } = sales;
      const { document } = await issue({
        lines: [line('100.00'), { ...line('0'), amount_net: null, quantity: '4', unit_price: '12.50' }],
      });
      const [first, second] = document.lines;
      const part = await expectStatus(
        follow(document, 'credit', { lines: [{ line_id: second!.id, quantity: '1' }] }),
        201,
      );
      expect(part).to.deep.include({ entry: null });
      expect(part).to.include({ amount_net: '12.50', status: 'pending' });
      const rest = await expectStatus(follow(document, 'credit', { dry_run: true }), 200);
      expect(rest.document).to.include({ amount_net: '137.50', kind: 'credit_note', number: null });
      const tooMuch = { lines: [{ line_id: first!.id, amount: '150.00' }] };
      expect(refusedWith(await follow(document, 'credit', { ...tooMuch, strict: true }))).to.deep.equal([
        'credit_exceeds_invoice',
        'lines',
      ]);
      const { warnings } = await expectStatus(follow(document, 'credit', tooMuch), 201);
      expect(warnings!.map(({ code }) => code)).to.deep.equal(['credit_exceeds_invoice']);
    });

    it('are refused of what is no issued sale, before it, or of lines that it has not', async () => {
      const { line, record, issue, follow } = sales;
      const draft = await expectStatus(record({ lines: [line('10.00')] }), 201);
      expect(refusedWith(await follow(draft, 'credit', {}))).to.deep.equal(['document_not_issued', 'status']);
      const { document } = await issue({ lines: [line('10.00')] });
      expect(refusedWith(await follow(document, 'credit', { date: '2026-03-01' }))).to.deep.equal([
        'credit_before_invoice',
        'date',
      ]);
      expect(refusedWith(await follow(document, 'credit', { lines: [{ line_id: 1 }] }))).to.deep.equal([
        'validation_failed',
        'lines.0.line_id',
      ]);
      const note = await expectStatus(follow(document, 'credit', { book: true }), 201);
      expect(refusedWith(await follow(note, 'credit', {}))).to.deep.equal(['not_creditable', 'kind']);
      expect(
        refusedWith(await record({ lines: [line('1.00')], credits: [{ document_id: document.id }] })),
      ).to.deep.equal(['validation_failed', 'credits']);
      const other = { is_credit_note: true, credits: [{ document_id: draft.id }, { document_id: draft.id }] };
      expect(refusedWith(await record({ lines: [line('1.00')], ...other }))).to.include('credits.1.document_id');
    });
  });

  describe('credit notes that were typed in, and advances', () => {
    let sales: Awaited<ReturnType<typeof open>>;
    before(async () => {
      sales = await open('BE');
    });

    it('warn above what is left of their invoices in preview and booking, and are refused if strict', async () => {
      const { line, issue, record, path, follow } = sales;
      const { document } = await issue({ lines: [line('100.00')] });
      await expectStatus(
        follow(document, 'credit', { lines: [{ line_id: document.lines[0]!.id, amount: '60.00' }] }),
        201,
      );
      const typed = { is_credit_note: true, credits: [{ document_id: document.id }] };
      const fitting = await expectStatus(record({ ...typed, lines: [line('40.00')] }), 201);
      const previewed = await firm.client.ok<Made>(path(`/${fitting.id}/preview`));
      expect(previewed.warnings!.map(({ code }) => code)).not.to.include('credit_exceeds_invoice');
      await expectStatus(firm.client.delete(path(`/${fitting.id}`)), 204);
      const above = await expectStatus(record({ ...typed, lines: [line('40.01')] }), 201);
      const { warnings } = await firm.client.ok<Made>(path(`/${above.id}/preview`));
      expect(warnings!.map(({ code }) => code)).to.include('credit_exceeds_invoice');
      expect(refusedWith(await firm.client.post(path(`/${above.id}/book`), { strict: true }))).to.deep.equal([
        'credit_exceeds_invoice',
        'lines',
      ]);
      const booked = await expectStatus(firm.client.post<Made>(path(`/${above.id}/book`), {}), 201);
      expect(booked.warnings!.map(({ code }) => code)).to.deep.equal(['credit_exceeds_invoice']);
    });

    it('leave an advance alone while a final invoice deducts it, until that is credited', async () => {
      const { line, issue, follow, record, file, path } = sales;
      const booked = await expectStatus(record({ kind: 'advance', lines: [line('300.00', { account: null })] }), 201);
      const answer = await firm.client.post<Booked>(path(`/${booked.id}/book`), {});
      const { document: advance } = answer.body;
      const deducts = [{ document_id: advance.id, amount: '300.00' }];
      const { document: final } = await issue({ kind: 'final', lines: [line('1000.00')], deducts });
      expect(refusedWith(await follow(advance, 'credit', {}))).to.deep.equal(['advance_deducted', 'credits']);
      const typed = { is_credit_note: true, credits: [{ document_id: advance.id }], lines: [line('0.01')] };
      expect(refusedWith(await record(typed))).to.deep.equal(['advance_deducted', 'credits']);
      const reverse = () => firm.client.post(`${file.path}/entries/${advance.journal_entry_id}/reverse`, {});
      expect(refusedWith(await reverse())).to.deep.equal(['advance_deducted', 'id']);
      const undone = await sales.undo(answer);
      expect(undone.status).to.equal(422);
      expect(undone.text).to.contain('"advance_deducted"').and.to.contain(`"id":${final.id}`);
      await expectStatus(follow(final, 'credit', { book: true }), 201);
      await expectStatus(follow(advance, 'credit', { book: true }), 201);
    });

    it('credit a self-billed purchase with a number of its series', async () => {
      const { line, file, follow, path } = sales;
      const supplier = await firm.client.created(`${file.path}/third-parties`, { type: 'supplier', name: 'Maes' });
      const bought = { direction: 'purchase', kind: 'self_billed', third_party_id: supplier.id };
      const lines = [line('100.00', { account: '611000', vat_code: 'P-S-21' })];
      const draft = await firm.client.created<Document>(path(''), { ...bought, document_date: '2026-03-15', lines });
      const { document } = await expectStatus(firm.client.post<Booked>(path(`/${draft.id}/book`), {}), 201);
      const note = await expectStatus(follow(document, 'credit', { book: true }), 201);
      expect(note).to.deep.include({
        kind: 'self_billed',
        is_credit_note: true,
        direction: 'purchase',
        status: 'booked',
        amount_gross: '121.00',
        credits: [{ document_id: document.id, number: document.number, date: '2026-03-15' }],
      });
      expect([document.number, note.number]).to.deep.equal(['AF-2026-00001', 'AF-2026-00002']);
      const open = await sales.openItems(`third_party_id=${supplier.id}`);
      expect(open).to.deep.equal([]);
      const typed = { direction: 'purchase', number: 'F-1', third_party_id: supplier.id, document_date: '2026-03-15' };
      const other = await firm.client.created<Document>(path(''), { ...typed, lines });
      expect(refusedWith(await follow(other, 'credit', {}))).to.deep.equal(['not_creditable', 'kind']);
    });
  });

  for (const country of ['BE', 'FR', 'LU'] as const)
    it(`deduct advances in final invoices, in part and after a credit note: ${country}`, async () => {
      const { line, issue, follow, record, openBalance, get, file, path, undo, country: own } = await open(country);
      const account = file.account(own.advances);
      const { document: advance } = await issue({ kind: 'advance', lines: [line('1500.00', { account: null })] });
      const deducts = [{ document_id: advance.id, amount: '500.00' }];
      const { entry } = await issue({ kind: 'final', lines: [line('2000.00')], deducts });
      expect(inShort(entry.lines).filter((one) => one.startsWith(own.advances))).to.deep.equal([
        `${own.advances} D 500.00`,
      ]);
      expect(await openBalance(account)).to.equal('-1000.00');
      const more = { deducts: [{ document_id: advance.id, amount: '300.00' }], lines: [line('700.00')] };
      const second = await expectStatus(record({ kind: 'final', ...more }), 201);
      const booked = await firm.client.post<Made>(path(`/${second.id}/book`), {});
      expect(await openBalance(account)).to.equal('-700.00');
      await expectStatus(undo(booked), 200);
      expect(await openBalance(account)).to.equal('-1000.00');
      // It still deducts what it deducts, until it no longer says so.
      const other = {
        kind: 'final',
        lines: [line('5000.00')],
        deducts: [{ document_id: advance.id, amount: '1000.00' }],
      };
      expect(refusedWith(await record(other))).to.deep.equal(['validation_failed', 'deducts.0.amount']);
      const less = { deducts: [{ document_id: advance.id, amount: '0.01' }] };
      const changed = await expectStatus(firm.client.patch<Document>(path(`/${second.id}`), less), 200);
      expect(changed.lines.map(({ amount_net }) => amount_net)).to.deep.equal(['700.00', '-0.01']);
      const above = [{ document_id: advance.id, amount: '1000.00' }];
      expect(refusedWith(await record({ kind: 'final', lines: [line('5000.00')], deducts: above }))).to.deep.equal([
        'validation_failed',
        'deducts.0.amount',
      ]);
      const credit = { lines: [{ line_id: advance.lines[0]!.id, amount: '400.00' }], book: true };
      await expectStatus(follow(advance, 'credit', credit), 201);
      expect(await openBalance(account)).to.equal('-600.00');
      expect((await get(advance)).status).to.equal('booked');
    });

  it('make the tax of a French advance due with its payment, for goods too', async () => {
    const { line, issue, file } = await open('FR');
    const { document, entry } = await issue({ kind: 'advance', lines: [line('1500.00')] });
    expect(inShort(entry.lines)).to.deep.equal(['419100 C 1500.00', '445741 C 300.00', '411000 D 1800.00']);
    const receivable = entry.lines.find(({ account }) => account.number === '411000')!;
    const payment = await firm.client.created<AnswerBody & { lines: EntryLine[] }>(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-04-02',
      lines: [
        { account: '512000', debit: '1800.00' },
        { account: '411000', credit: '1800.00', third_party_id: (document.third_party as AnswerBody).id },
      ],
    });
    await firm.client.created(`${file.path}/lettering`, { line_ids: [receivable.id, payment.lines[1]!.id] });
    const { data } = await firm.client.ok<{ data: { origin: string; lines: EntryLine[] }[] }>(
      `${file.path}/entries?from=2026-04-01&to=2026-04-30`,
    );
    const moved = data.find(({ origin }) => origin === 'tax_on_payment')!;
    expect(inShort(moved.lines)).to.deep.equal(['445741 D 300.00', '445711 C 300.00']);
  });

  describe('offers', () => {
    let sales: Awaited<ReturnType<typeof open>>;

    before(async () => {
      sales = await open('BE');
    });

    it('have no accounting, and become an invoice once; undoing that makes them convertible again', async () => {
      const { line, record, follow, get, undo, path } = sales;
      const quotation = await expectStatus(record({ kind: 'quotation', lines: [line('100.00')] }), 201);
      expect(refusedWith(await firm.client.post(path(`/${quotation.id}/book`), {}))).to.deep.equal([
        'document_without_accounting',
        'kind',
      ]);
      const year = await firm.client.ok<{ checks: AnswerBody[] }>(
        `${sales.file.path}/fiscal-years/${sales.file.fiscalYearId}/closing-check`,
      );
      expect(year.checks.map(({ code }) => code)).not.to.include('documents_not_booked');
      const answer = await follow(quotation, 'convert', { book: true });
      expect(answer.status, answer.text).to.equal(201);
      const { entry, ...document } = answer.body;
      expect(document).to.include({ kind: 'invoice', status: 'booked', converted_from_id: quotation.id });
      expect(entry).to.include({ origin: 'invoice' });
      expect(await get(quotation)).to.include({ converted_to_id: document.id, version: 2 });
      expect(refusedWith(await follow(quotation, 'convert', {}))).to.deep.equal(['document_converted', 'status']);
      expect(refusedWith(await firm.client.patch(path(`/${quotation.id}`), { notes: 'x' }))).to.deep.equal([
        'document_converted',
        'status',
      ]);
      const undone = await undo(answer);
      expect(undone.status, undone.text).to.equal(200);
      expect(await get(quotation)).to.include({ converted_to_id: null });
      const again = await expectStatus(follow(quotation, 'convert', { kind: 'proforma' }), 201);
      expect(again).to.include({ kind: 'proforma', status: 'pending' });
      const invoice = await expectStatus(follow(again, 'convert', {}), 201);
      expect(refusedWith(await follow(invoice, 'convert', {}))).to.deep.equal(['not_convertible', 'kind']);
    });
  });
});
