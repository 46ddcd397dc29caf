import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Payment {
  readonly status: string;
  readonly open_amount: string;
  readonly currency_open_amount: string | null;
  readonly days_late: number;
}
interface Document extends AnswerBody {
  readonly number: string | null;
  readonly journal_entry_id: number | null;
  readonly payment: Payment | null;
}
interface Listed extends AnswerBody {
  readonly data: readonly Document[];
  readonly total: number;
  readonly totals: readonly Record<string, string>[];
}
interface Previewed extends AnswerBody {
  readonly payment: Payment | null;
  readonly channels: readonly {
    readonly channel: string;
    readonly to: string | null;
    readonly problem: { readonly code: string; readonly message: string } | null;
  }[];
}

describe('What a form and a list of invoices need', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let customer: number;

  const line = { description: 'Advice', quantity: '2', unit_price: '100.00', account: '700000', vat_code: 'S-21' };
  const buildBody = (fields: Record<string, unknown> = {}) => ({
    direction: 'sale',
    document_date: '2026-03-15',
    due_date: '2026-04-14',
    third_party_id: customer,
    lines: [line],
    ...fields,
  });
  const record = (fields?: Record<string, unknown>) =>
    firm.client.created<Document>(`${file.path}/documents`, buildBody(fields));
  const issue = async (fields?: Record<string, unknown>) => {
    const { id } = await record(fields);
    const booked = await firm.client.created<{ document: Document } & AnswerBody>(
      `${file.path}/documents/${id}/book`,
      {},
    );
    return booked.document;
  };
  const list = (query: string) => firm.client.ok<Listed>(`${file.path}/documents?${query}`);
  const preview = ({ id }: Pick<AnswerBody, 'id'>) => firm.client.ok<Previewed>(`${file.path}/documents/${id}/preview`);

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    const party = { type: 'customer', name: 'Peeters', email: 'peeters@example.com', vat_number: 'BE0477472701' };
    customer = (await firm.client.created(`${file.path}/third-parties`, party)).id;
  });

  it('are the amounts and the tax of a document that is not recorded', async () => {
    const head = await service.core.log.readHead();
    const lines = [
      { ...line, discount_percent: '10' },
      { ...line, unit_price: '0.05', vat_code: 'S-6' },
    ];
    const answer = await firm.client.post(`${file.path}/documents`, { ...buildBody({ lines }), dry_run: true });
    expect(answer.status, answer.text).to.equal(200);
    const { document } = answer.body as unknown as { document: AnswerBody };
    expect(document).to.deep.include({
      number: null,
      due_date: '2026-04-14',
      amount_net: '180.10',
      amount_vat: '37.81',
      amount_gross: '217.91',
      base_amount_gross: '217.91',
    });
    expect(document.lines).to.have.length(2);
    expect((document.lines as AnswerBody[])[0]).to.deep.include({ description: 'Advice', amount_net: '180.00' });
    expect(
      (document.vat as { base: string; amount: string }[]).map(({ base, amount }) => [base, amount]),
    ).to.deep.equal([
      ['180.00', '37.80'],
      ['0.10', '0.01'],
    ]);
    expect(await service.core.log.readHead()).to.deep.equal(head);
  });

  it('are the reasons beside the fields of one that would be refused', async () => {
    const lines = [{ ...line, vat_code: 'P-S-21' }];
    const { status, body } = await firm.client.post(`${file.path}/documents`, {
      ...buildBody({ lines }),
      dry_run: true,
    });
    expect(status).to.equal(422);
    expect(Object.keys(body.errors)).to.deep.equal(['lines.0.vat_code']);
  });

  it('are what is open, late or paid, with totals that follow the filter', async () => {
    const draft = await record({ notes: 'Lot A' });
    const late = await issue({ notes: 'Lot A' });
    const open = await issue({ notes: 'Lot A', due_date: '2999-12-31' });
    const paid = await issue({ notes: 'Lot A' });
    const part = await issue({ notes: 'Lot A', due_date: '2999-12-31' });
    await record({ notes: 'Lot A', kind: 'quotation' });
    await expectStatus(
      firm.client.post(`${file.path}/documents/${paid.id}/credit`, {
        reason: 'Returned',
        date: '2026-03-20',
        book: true,
      }),
      201,
    );
    const amount = '42.00';
    const payment = await firm.client.created<AnswerBody & { lines: AnswerBody[] }>(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-25',
      lines: [
        { account: '550000', debit: amount },
        { account: '400000', credit: amount, third_party_id: customer },
      ],
    });
    const { lines: booked } = await firm.client.ok<AnswerBody & { lines: AnswerBody[] }>(
      `${file.path}/entries/${part.journal_entry_id}`,
    );
    const findLine = (lines: readonly AnswerBody[]) =>
      lines.find(({ account }) => (account as { number: string }).number === '400000')!.id;
    await firm.client.created(`${file.path}/lettering`, {
      line_ids: [findLine(booked), findLine(payment.lines)],
      partial: true,
    });

    const findPayment = (page: Listed, { id }: AnswerBody) => page.data.find((one) => one.id === id)?.payment;
    const all = await list('type=sales&q=lot');
    expect(findPayment(all, draft)).to.equal(null);
    expect(findPayment(all, open)).to.deep.equal({
      status: 'open',
      open_amount: '242.00',
      currency_open_amount: null,
      days_late: 0,
    });
    expect(findPayment(all, part)).to.include({ status: 'partial', open_amount: '200.00' });
    expect(findPayment(all, paid)).to.include({ status: 'paid', open_amount: '0.00', days_late: 0 });
    expect(findPayment(all, late)!.days_late).to.be.greaterThan(0);
    expect(all.total).to.equal(6);
    // A draft, three that are open and one that was credited; the quotation is no sale yet.
    expect(all.totals).to.deep.equal([
      {
        type: 'sales',
        currency: 'EUR',
        amount_net: '1000.00',
        amount_vat: '210.00',
        amount_gross: '1210.00',
        open_amount: '684.00',
      },
    ]);
    const listIds = async (query: string) => (await list(`q=lot&${query}`)).data.map(({ id }) => id).sort();
    expect(await listIds('payment=open')).to.deep.equal([late.id, open.id, part.id].sort());
    expect(await listIds('payment=late')).to.deep.equal([late.id]);
    expect(await listIds('payment=paid')).to.deep.equal([paid.id]);
    expect((await list('q=lot&payment=late')).totals[0]).to.include({ amount_gross: '242.00', open_amount: '242.00' });
    expect((await list('kind=quotation&q=lot')).totals[0]).to.include({ amount_gross: '242.00', open_amount: '0.00' });
    expect((await preview(part)).payment).to.include({ status: 'partial', open_amount: '200.00' });
    const exported = await firm.client.get(`${file.path}/exports/documents?payment=late&q=lot&format=CSV`);
    expect(exported.status, exported.text).to.equal(200);
    expect(exported.text).to.include(late.number!).and.not.include(open.number!);
  });

  it('are what is open again after a reversal was undone', async () => {
    const document = await issue();
    const reversed = await firm.client.post(`${file.path}/entries/${document.journal_entry_id}/reverse`, {});
    expect(reversed.status, reversed.text).to.equal(201);
    expect((await preview(document)).payment).to.equal(null);
    const operation = reversed.headers.get('x-operation-id');
    await expectStatus(firm.client.post(`${file.path}/history/operations/${operation}/revert`), 200);
    expect((await preview(document)).payment).to.include({ status: 'open', open_amount: '242.00' });
  });

  it('are the ways to send a document, with the reason where one is closed', async () => {
    const draft = await record();
    const [mail, peppol, ...others] = (await preview(draft)).channels;
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.equal({
      channel: 'mail',
      to: null,
      problem: { code: 'mail_not_configured', message: mail!.problem!.message },
    });
    expect(peppol!.problem!.code).to.equal('document_not_issued');
    const issued = await issue();
    expect((await preview(issued)).channels[1]!.problem!.code).to.equal('access_point_not_configured');
  });
});
