import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody, type RequestHeaders } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface Line {
  readonly id: number;
  readonly description: string;
  readonly amount_net: string;
  readonly actual_account: { readonly number: string };
  readonly vat_code: { readonly code: string; readonly rate: string };
}
interface Document extends AnswerBody {
  readonly number: string;
  readonly status: string;
  readonly journal_entry_id: number | null;
  readonly file_url: string | null;
  readonly preview_url: string | null;
  readonly lines: readonly Line[];
  readonly warnings?: readonly { readonly code: string; readonly document_id: number }[];
}
interface Page {
  readonly data: readonly Document[];
  readonly total: number;
}
interface Booked extends AnswerBody {
  readonly document: Document;
  readonly entry: AnswerBody;
}

describe('Documents', () => {
  const ledger = useLedger();
  let last = 0;

  const all = () => `${ledger.file.path}/documents`;
  const one = ({ id }: Pick<AnswerBody, 'id'>) => `${all()}/${id}`;
  const body = (fields: Record<string, unknown> = {}) => ({
    direction: 'purchase',
    number: `F-${(last += 1)}`,
    document_date: '2026-03-15',
    third_party_id: ledger.supplier.id,
    lines: [
      { description: 'Cartes de visite', quantity: 4, unit_price: '25.00', account: '612400', vat_code: 'P-S-21' },
    ],
    ...fields,
  });
  const record = (fields?: Record<string, unknown>, headers?: RequestHeaders) =>
    ledger.firm.client.post<Document>(all(), body(fields), headers);
  const recorded = (fields?: Record<string, unknown>): Promise<Document> => expectStatus(record(fields), 201);
  const shown = async (document: Pick<AnswerBody, 'id'>) =>
    (await ledger.firm.client.get<Document>(one(document))).body;
  const book = (document: Pick<AnswerBody, 'id'>, fields: Record<string, unknown> = {}) =>
    ledger.firm.client.post<Booked>(`${one(document)}/book`, fields);
  const booked = (document: Pick<AnswerBody, 'id'>, fields?: Record<string, unknown>): Promise<Booked> =>
    expectStatus(book(document, fields), 201);
  const listed = async (query: string) => (await ledger.firm.client.get<Page>(`${all()}?${query}`)).body;
  const refusedWith = ({ status, body: refused, text }: Answer<AnswerBody>) => {
    expect(status, text).to.equal(422);
    return [refused.code, ...Object.keys(refused.errors)];
  };
  const follow = (url: string) => {
    const link = new URL(url);
    return ledger.service.anonymous.get(`${link.pathname}${link.search}`);
  };
  const put = (document: Pick<AnswerBody, 'id'>, name: string, content: string) =>
    ledger.firm.client.upload<Document>('PUT', `${one(document)}/file`, [
      { field: 'file', name, content, type: 'application/octet-stream' },
    ]);

  it('are typed in, and wait to be booked', async () => {
    const made = await recorded({ structured_communication: '+++090/9337/55493+++', notes: 'Reçu par la poste' });
    expect(made).to.deep.include({
      type: 'purchases',
      direction: 'purchase',
      is_credit_note: false,
      document_date: '2026-03-15T00:00:00.000000Z',
      due_date: null,
      status: 'pending',
      currency: 'EUR',
      structured_communication: '090933755493',
      amount_net: '100.00',
      amount_vat: '21.00',
      amount_gross: '121.00',
      origin: 'manual',
      source: 'manual',
      journal_entry_id: null,
      import_id: null,
      file_url: null,
      version: 1,
      lock_version: 1,
    });
    expect(made.third_party).to.include({ id: ledger.supplier.id, name: 'Imprimerie', type: 'supplier' });
    expect(made.lines[0]).to.deep.include({ description: 'Cartes de visite', quantity: '4', unit_price: '25.00' });
    expect(made.lines[0]!.actual_account.number).to.equal('612400');
    expect(made.lines[0]!.vat_code).to.include({ code: 'P-S-21', rate: '21.00' });
    const { warnings: _similar, ...written } = made;
    expect(await shown(made)).to.deep.equal(written);
  });

  it('have a kind, references and terms, which change like their other content', async () => {
    const terms = {
      kind: 'credit_note',
      credits: [{ document_id: null, number: '2025/88', date: '2026-03-01' }],
      supply_date: '2026-03-10',
      supply_period: { from: '2026-03-01', to: '2026-03-10' },
      delivery_address: 'Quai 3\n4000 Liège',
      order_reference: 'PO-12',
      nature: 'both',
      discount: { percent: '2.00', days: 8 },
      payment_terms_text: '30 days',
    };
    const shownTerms = { ...terms, discount: { percent: '2', days: 8, amount: '2.00', until: '2026-03-23' } };
    const made = await recorded(terms);
    expect(made).to.deep.include({ ...shownTerms, is_credit_note: true, deducts: [], mentions: [] });
    expect(made.lines[0]).to.include({ unit: null, discount_percent: null });
    const line = { description: 'Conseil', quantity: 2, unit_price: '50', unit: 'h', discount_percent: '10' };
    const lines = [{ ...line, account: '612400', vat_code: 'P-S-21' }];
    const { body: changed } = await ledger.firm.client.patch<Document>(one(made), { order_reference: null, lines });
    const discount = { ...shownTerms.discount, amount: '1.80' };
    expect(changed).to.deep.include({ ...shownTerms, discount, order_reference: null, amount_net: '90.00' });
    expect(changed.lines[0]).to.include({ unit: 'h', discount_percent: '10' });
    expect(refusedWith(await record({ kind: 'quotation' }))).to.deep.equal(['validation_failed', 'kind']);
  });

  it('are refused with the fields at fault, also those of another company file, and nothing is recorded', async () => {
    const head = await ledger.service.core.log.readHead();
    const other = await ledger.service.newCompany(ledger.firm.client);
    const lines = [
      { description: 'x', amount_net: '1.00', account_id: other.account('612400'), vat_code: 'P-S-21' },
      { description: 'y', account: '612400', vat_code: 'S-21' },
    ];
    const opened = await ledger.service.core.log.readHead();
    expect(
      refusedWith(await record({ third_party_id: 999_999, lines }))
        .slice(1)
        .sort(),
    ).to.deep.equal(['lines.0.account_id', 'lines.1.amount_net', 'lines.1.vat_code', 'third_party_id']);
    expect(refusedWith(await record({ type: 'sales' }))).to.include('type');
    expect(refusedWith(await record({ direction: undefined }))).to.include('direction');
    expect(refusedWith(await record({ status: 'booked', lins: [] }))).to.include('lins');
    expect(await ledger.service.core.log.readHead())
      .to.equal(opened)
      .and.above(head);
  });

  it('are refused when they are there already, unless that is meant; one that is much like another is told', async () => {
    const first = await recorded({ number: 'Z-9', lines: [line('77.00')] });
    expect(refusedWith(await record({ number: 'z-9 ', lines: [line('5.00')] }))).to.deep.equal([
      'document_already_exists',
      'number',
    ]);
    const forced = await recorded({ number: 'Z-9', force: true, lines: [line('5.00')] });
    expect(forced.id).to.not.equal(first.id);
    const similar = await recorded({ number: 'Z-10', document_date: '2026-03-18', lines: [line('77.00')] });
    expect(similar.warnings).to.have.length(1);
    expect(similar.warnings![0]).to.include({ code: 'document_similar', document_id: first.id });
  });

  const line = (amount_net: string, fields: Record<string, unknown> = {}) => ({
    description: 'Divers',
    amount_net,
    account: '612400',
    vat_code: 'P-S-21',
    ...fields,
  });

  it('are listed newest first and found by what they are', async () => {
    const customer = (
      await ledger.firm.client.post(`${ledger.file.path}/third-parties`, { type: 'customer', name: 'Zébulon' })
    ).body;
    const lines = [line('10.00', { description: 'Conseil en ergonomie', account: '700000', vat_code: 'S-21' })];
    const sale = await recorded({ direction: 'sale', third_party_id: customer.id, document_date: '2026-09-01', lines });
    const ids = async (query: string) => (await listed(query)).data.map(({ id }) => id);
    expect((await ids(''))[0]).to.equal(sale.id);
    expect(await ids('type=sales')).to.deep.equal([sale.id]);
    expect(await ids(`direction=sale&status=pending&third_party_id=${customer.id}`)).to.deep.equal([sale.id]);
    expect(await ids('q=zebulon%20ERGONOMIE')).to.deep.equal([sale.id]);
    const printed = await recorded({ structured_communication: '+++010/8068/17183+++', document_date: '2026-08-01' });
    for (const q of [
      '%2B%2B%2B010/8068/17183%2B%2B%2B',
      '+++010/8068/17183+++',
      '***010/8068/17183***',
      '010806817183',
    ])
      expect(await ids(`q=${q}`), q).to.deep.equal([printed.id]);
    expect(await ids('from=2026-09-01&to=2026-09-30')).to.deep.equal([sale.id]);
    expect(await ids('type=purchases&direction=sale')).to.deep.equal([]);
    const page = await listed('per_page=1&page=2');
    expect(page.total).to.equal((await listed('per_page=200')).data.length);
    expect(page.data).to.have.length(1);
  });

  it('are put right while they wait, line by line', async () => {
    const made = await recorded({ lines: [line('10.00'), line('20.00')] });
    const [first] = made.lines;
    const changed = await ledger.firm.client
      .expect(200)
      .patch<Document>(
        one(made),
        { lines: [{ id: first!.id, ...line('15.00') }, line('1.00')], notes: 'Corrigé' },
        { 'X-Base-Version': '1' },
      );
    expect(changed).to.include({ amount_net: '16.00', amount_gross: '19.36', notes: 'Corrigé', version: 2 });
    expect(changed.lines[0]!.id).to.equal(first!.id);
    const stale = await ledger.firm.client.refused(409).patch(one(made), { notes: 'x' }, { 'X-Base-Version': '1' });
    expect(stale.server_data).to.include({ version: 2 });
    const same = await ledger.firm.client.patch(one(made), { notes: 'Corrigé' });
    expect(same.headers.get('x-operation-id')).to.equal(null);
  });

  it('are booked: the entry names the third party, and both know each other', async () => {
    const made = await recorded({ due_date: '2026-03-31' });
    await put(made, 'facture.pdf', '%PDF-1.7 one');
    const { document, entry } = await booked(made);
    expect(document).to.include({ status: 'booked', journal_entry_id: entry.id });
    expect(entry).to.include({ reference: made.number, origin: 'invoice', journal_id: ledger.file.journal('ACH') });
    expect(entry.third_party).to.include({ id: ledger.supplier.id });
    expect(entry.lines).to.have.length(3);
    const attached = await ledger.firm.client.get<AnswerBody[]>(`${ledger.file.path}/entries/${entry.id}/attachments`);
    expect(attached.body).to.have.length(1);
    expect(attached.body[0]).to.include({ kind: 'document', id: made.id, original_name: 'facture.pdf' });
    expect((await follow(attached.body[0]!.file_url as string)).text).to.equal('%PDF-1.7 one');
    expect(refusedWith(await book(made))).to.deep.equal(['document_booked', 'status']);
    expect(refusedWith(await ledger.firm.client.delete(one(made)))).to.include('document_booked');
    expect(refusedWith(await ledger.firm.client.patch(one(made), { notes: 'x' }))).to.include('document_booked');
    expect(refusedWith(await put(made, 'other.pdf', '%PDF-1.7 two'))).to.include('document_booked');
  });

  it('wait again once their entry is reversed, and are booked again when that is undone', async () => {
    const made = await recorded();
    const { entry } = await booked(made);
    const reversal = await ledger.firm.client.post(`${ledger.file.path}/entries/${entry.id}/reverse`, {});
    expect(reversal.status, reversal.text).to.equal(201);
    expect(await shown(made)).to.include({ status: 'pending', journal_entry_id: null, version: 3 });
    const undo = `${ledger.file.path}/history/operations/${reversal.headers.get('x-operation-id')}/revert`;
    await ledger.firm.client.expect(200).post(undo, {});
    const after = await shown(made);
    expect(after).to.include({ status: 'booked', version: 4 });
    expect(after.journal_entry_id).to.be.above(entry.id);
  });

  it('are taken back with the operation that booked them', async () => {
    const made = await recorded();
    const answer = await book(made);
    const operation = answer.headers.get('x-operation-id');
    await ledger.firm.client.expect(200).post(`${ledger.file.path}/history/operations/${operation}/revert`, {});
    expect(await shown(made)).to.include({ status: 'pending', journal_entry_id: null });
    expect((await booked(made)).document.status).to.equal('booked');
  });

  it('lie in the recycle bin when they are deleted, and come back from it', async () => {
    const made = await recorded();
    const deleted = await ledger.firm.client.delete(one(made));
    expect(deleted.status).to.equal(204);
    expect(deleted.headers.get('x-trashed')).to.equal('1');
    await ledger.firm.client.refused(404).get(one(made));
    const bin = await ledger.firm.client.get<{ data: AnswerBody[]; types: string[]; counts: Record<string, number> }>(
      `${ledger.file.path}/trash?type=documents`,
    );
    expect(bin.body.data[0]).to.include({ type: 'documents', id: made.id, can_restore: true });
    expect(bin.body.data[0]!.label).to.equal(`${made.number} Imprimerie`);
    expect(bin.body.types).to.include('documents');
    expect(bin.body.counts.documents).to.equal(1);
    const back = await ledger.firm.client.post(`${ledger.file.path}/trash/documents/${made.id}/restore`, {});
    expect(back.status, back.text).to.equal(200);
    expect(back.body).to.include({ id: made.id, version: 3 });
  });

  it('can be removed from the bin for good, one by one or when it is emptied', async () => {
    const [first, second] = [await recorded(), await recorded()];
    for (const made of [first, second]) await ledger.firm.client.delete(one(made));
    await ledger.firm.client.expect(204).delete(`${ledger.file.path}/trash/documents/${first.id}`);
    const emptied = await ledger.firm.client.delete(`${ledger.file.path}/trash`);
    expect(emptied.body).to.include({ purged: 1 });
    await ledger.firm.client.refused(404).post(`${ledger.file.path}/trash/documents/${second.id}/restore`, {});
  });

  it('bring the file of their own behind a signed link, which shows it or saves it', async () => {
    const made = await recorded();
    expect(refusedWith(await put(made, 'virus.exe', 'MZ'))).to.include('file');
    expect(refusedWith(await put(made, 'faux.pdf', 'MZ'))).to.include('file');
    const { body: first } = await put(made, 'facture.pdf', '%PDF-1.7 first');
    const second = await expectStatus(put(made, 'facture.pdf', '%PDF-1.7 second'), 200);
    expect(second).to.include({ version: 3 });
    expect((await follow(second.file_url!)).text).to.equal('%PDF-1.7 second');
    const preview = await follow(second.preview_url!);
    expect(preview.headers.get('content-disposition')).to.match(/^inline/);
    const changed = new URL(first.file_url!);
    changed.searchParams.set('preview', '1');
    await expectStatus(follow(changed.href), 403);
    const elsewhere = new URL(first.file_url!);
    elsewhere.pathname = elsewhere.pathname.replace(`/${made.id}/`, `/${made.id + 1}/`);
    await expectStatus(follow(elsewhere.href), 403);
  });

  it('keep what they name from being deleted', async () => {
    const account = (
      await ledger.firm.client.post(`${ledger.file.path}/accounts`, { number: '612499', label: 'Autres' })
    ).body;
    const made = await recorded({ lines: [line('3.00', { account: '612499' })] });
    const refused = await ledger.firm.client.delete(`${ledger.file.path}/accounts/${account.id}`);
    expect(refusedWith(refused)).to.deep.equal(['in_use', 'id']);
    expect(refused.body.used_by).to.deep.equal([{ resource: 'documents', count: 1 }]);
    await ledger.firm.client.delete(one(made));
    await ledger.firm.client.expect(204).delete(`${ledger.file.path}/accounts/${account.id}`);
  });

  it('go with their third party when it is merged into another', async () => {
    const third = async (name: string) =>
      (await ledger.firm.client.post(`${ledger.file.path}/third-parties`, { type: 'supplier', name })).body;
    const [goes, stays] = [await third('Ancien'), await third('Nouveau')];
    const made = await recorded({ third_party_id: goes.id });
    await ledger.firm.client.expect(200).post(`${ledger.file.path}/third-parties/${goes.id}/merge`, {
      into: stays.id,
    });
    expect((await shown(made)).third_party).to.include({ id: stays.id, name: 'Nouveau' });
    expect((await listed(`third_party_id=${stays.id}`)).data.map(({ id }) => id)).to.deep.equal([made.id]);
    expect((await booked(made)).entry.third_party).to.include({ id: stays.id });
  });

  it('are in the feed, in what is known of an earlier moment, and in what stands in the way of a closing', async () => {
    const made = await recorded({ notes: 'avant' });
    const before = new Date().toISOString();
    await ledger.firm.client.patch(one(made), { notes: 'après' });
    const then = await ledger.firm.client.get<Document>(`${one(made)}?known_at=${encodeURIComponent(before)}`);
    expect(then.body).to.include({ notes: 'avant', version: 1 });
    const feed = await ledger.firm.client.get<{ changes: AnswerBody[] }>(`${ledger.file.path}/sync/pull?limit=2000`);
    const change = feed.body.changes.find(({ resource, id }) => resource === 'documents' && id === made.id);
    const { file_url: _url, preview_url: _preview, ...own } = await shown(made);
    expect(change!.data).to.deep.include(own);
    const [year] = (await ledger.firm.client.get<AnswerBody[]>(`${ledger.file.path}/fiscal-years`)).body;
    const check = await ledger.firm.client.get<{ checks: AnswerBody[] }>(
      `${ledger.file.path}/fiscal-years/${year!.id}/closing-check`,
    );
    const finding = check.body.checks.find(({ code }) => code === 'documents_not_booked');
    expect(finding).to.include({ severity: 'warning', count: (await listed('status=pending&per_page=1')).total });
  });

  it('are announced when they are booked', async () => {
    const made = await recorded();
    const { entry } = await booked(made);
    const { rows } = await ledger.service.core.pool.query<{ data: AnswerBody }>(
      `SELECT data FROM ops.outbox WHERE event = 'document.booked' AND (data->>'id')::bigint = $1`,
      [made.id],
    );
    expect(rows[0]!.data).to.deep.equal({
      id: made.id,
      source: 'manual',
      origin: 'manual',
      type: 'purchases',
      direction: 'purchase',
      is_credit_note: false,
      number: made.number,
      document_date: '2026-03-15',
      due_date: null,
      third_party_id: ledger.supplier.id,
      third_party_name: 'Imprimerie',
      third_party_vat: null,
      currency: 'EUR',
      amount_net: '100.00',
      amount_vat: '21.00',
      amount_gross: '121.00',
      status: 'booked',
      journal_entry_id: entry.id,
    });
  });

  it('are written offline and sent later, through the same rules', async () => {
    const mutations = [
      { mutation_id: 'doc-1', method: 'POST', path: '/documents', body: body() },
      { mutation_id: 'doc-2', method: 'PATCH', path: '/documents/$doc-1', body: { notes: 'hors ligne' } },
      { mutation_id: 'doc-3', method: 'POST', path: '/documents/$doc-1/book', body: {} },
    ];
    const pushed = await ledger.firm.client.post<{ results: AnswerBody[] }>(`${ledger.file.path}/sync/push`, {
      device_id: 'phone',
      mutations,
    });
    expect(pushed.body.results.map(({ outcome, status }) => [outcome, status])).to.deep.equal([
      ['applied', 201],
      ['applied', 200],
      ['applied', 201],
    ]);
  });
});
