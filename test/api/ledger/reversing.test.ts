import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus, type AnswerBody, type RequestHeaders } from '../../support/client.ts';
import type { TestCompany } from '../../support/service.ts';
import { linesOf, useLedger } from './support.ts';

interface Reversed {
  readonly entry: AnswerBody;
  readonly reversal: AnswerBody;
}

describe('POST entries/{id}/reverse', () => {
  const ledger = useLedger();

  const pathOf = (entry: Pick<AnswerBody, 'id'>) => `${ledger.file.path}/entries/${entry.id}`;
  const reverse = (entry: Pick<AnswerBody, 'id'>, body: object = {}, headers: RequestHeaders = {}) =>
    ledger.firm.client.post<Reversed & AnswerBody>(`${pathOf(entry)}/reverse`, body, headers);
  const reversed = (entry: Pick<AnswerBody, 'id'>, body: object = {}): Promise<Reversed> =>
    expectStatus(reverse(entry, body), 201);
  const read = async (entry: Pick<AnswerBody, 'id'>) => (await ledger.firm.client.get(pathOf(entry))).body;
  const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await ledger.service.core.pool.query<Row>(text, values)).rows;
  const settledOf = async (...entries: Pick<AnswerBody, 'id'>[]) => {
    const rows = await query<{ account: string; settled: string }>(
      `SELECT a.number AS account, l.settled FROM read.entry_lines l JOIN read.accounts a ON a.id = l.account_id
       WHERE l.entry_id = ANY($1) ORDER BY l.entry_id, l.line_number`,
      entries.map(({ id }) => id),
    );
    return rows.map(({ account, settled }) => `${account} ${settled}`);
  };
  const payable = (side: 'debit' | 'credit', amount = '121.00') => ({
    lines: [
      { account: '440000', [side]: amount, third_party_id: ledger.supplier.id },
      { account: '604000', [side === 'debit' ? 'credit' : 'debit']: amount },
    ],
  });
  /** Letters the first lines of entries with one another. */
  const lettered = async (...entries: AnswerBody[]) => {
    const body = { line_ids: entries.map((entry) => linesOf(entry)[0]!.id) };
    return ledger.firm.client.created(`${ledger.file.path}/lettering`, body);
  };
  const periodOf = (file: TestCompany, month: number) => {
    const [year] = file.body.fiscal_years as (AnswerBody & { periods: AnswerBody[] })[];
    return `${file.path}/fiscal-years/${year!.id}/periods/${year!.periods[month - 1]!.id}`;
  };

  it('shows the reason on the reversal and in the history of both entries', async () => {
    const original = await ledger.posted();
    const reason = 'Le fournisseur a envoyé la facture deux fois';
    const { reversal, entry } = await reversed(original, { reason });
    expect(reversal.reversal_reason).to.equal(reason);
    expect(entry.reversal_reason).to.equal(null);
    const history = async (id: unknown) => {
      const query = `resource=entries&record_id=${String(id)}`;
      const { data } = (await ledger.firm.client.get<AnswerBody>(`${ledger.file.path}/history?${query}`)).body;
      return (data as { before: unknown; after: Record<string, unknown> }[])[0]!;
    };
    expect((await history(reversal.id)).after).to.deep.include({ reversal_reason: reason });
    expect(await history(original.id)).to.deep.include({
      before: { status: 'posted', reversed_by_entry_id: null, reversal_reason: null },
      after: { status: 'reversed', reversed_by_entry_id: reversal.id, reversal_reason: reason },
    });
    const other = await ledger.posted();
    expect((await reversed(other)).reversal.reversal_reason).to.equal(null);
    const long = await reverse(await ledger.posted(), { reason: 'x'.repeat(501) });
    expect(long.status).to.equal(422);
    expect(long.body.errors).to.have.property('reason');
  });

  it('answers the entry as it is now and the one that takes it back, as GET shows them', async () => {
    const original = await ledger.posted({ reference: 'F-7', label: 'Papier', due_date: '2026-04-15' });
    const answer = await reverse(original);
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.headers.get('x-operation-id')).to.be.a('string');
    const { entry, reversal } = answer.body;
    expect(entry).to.deep.equal(await read(original));
    expect(reversal).to.deep.equal(await read(reversal));
    const { updated_at: _now, ...before } = original;
    expect(entry).to.deep.include({
      ...before,
      status: 'reversed',
      reversed_by_entry_id: reversal.id,
      version: 2,
      lock_version: 2,
    });
    expect(reversal).to.deep.include({
      journal_id: original.journal_id,
      number: (original.number as number) + 1,
      entry_date: original.entry_date,
      due_date: null,
      label: `Extourne de OD 2026/${String(original.number)}`,
      reference: 'F-7',
      status: 'posted',
      origin: 'reversal',
      reversed_entry_id: original.id,
      reversed_by_entry_id: null,
      version: 1,
    });
    expect(linesOf(reversal).map(({ account, debit, credit }) => [account.number, debit, credit])).to.deep.equal(
      linesOf(original).map(({ account, debit, credit }) => [account.number, credit, debit]),
    );
  });

  it('takes a date and a label', async () => {
    const { reversal } = await reversed(await ledger.posted(), { entry_date: '2026-06-30', label: ' Erreur ' });
    expect(reversal).to.include({ entry_date: '2026-06-30T00:00:00.000000Z', label: 'Erreur' });
  });

  it('leaves no open item, undoes what was lettered, and lets the other side be open again', async () => {
    const [invoice, payment] = [await ledger.posted(payable('credit')), await ledger.posted(payable('debit'))];
    const { id: letteringId } = await lettered(invoice, payment);
    expect(await settledOf(invoice, payment)).to.deep.equal([
      '440000 -121.00',
      '604000 0.00',
      '440000 121.00',
      '604000 0.00',
    ]);
    const { reversal } = await reversed(invoice);
    expect(await settledOf(invoice, payment, reversal)).to.deep.equal([
      '440000 -121.00',
      '604000 0.00',
      '440000 0.00',
      '604000 0.00',
      '440000 121.00',
      '604000 0.00',
    ]);
    const [undone] = await query<{ version: number; deleted_at: string }>(
      'SELECT version, deleted_at FROM read.letterings WHERE id = $1',
      letteringId,
    );
    expect(undone).to.have.property('version', 2);
    expect(undone!.deleted_at).to.equal(reversal.created_at);
    const types = (await ledger.service.events(ledger.file.id)).slice(-4);
    expect(types.map(({ type }) => type)).to.deep.equal([
      'LinesUnlettered',
      'EntryReversed',
      'EntryPosted',
      'LinesLettered',
    ]);
    expect(new Set(types.map(({ metadata }) => metadata.operation_id))).to.have.property('size', 1);
  });

  it('leaves the entry of a small difference alone: it is open again, and can be reversed in turn', async () => {
    const settings = { auto_entries: { reconciliation_difference: { max_amount: '1.00' } } };
    await ledger.firm.client.expect(200).patch(`${ledger.file.path}/settings`, settings);
    const [invoice, payment] = [
      await ledger.posted(payable('credit')),
      await ledger.posted(payable('debit', '120.50')),
    ];
    const difference = { id: (await lettered(invoice, payment)).difference_entry_id as number };
    const openLines = () =>
      query(
        `SELECT entry_id, debit - credit - settled AS open FROM read.entry_lines
         WHERE entry_id = ANY($1) AND third_party_id IS NOT NULL AND settled <> debit - credit ORDER BY entry_id`,
        [invoice.id, payment.id, difference.id],
      );
    expect(await openLines()).to.deep.equal([]);
    await reversed(invoice);
    expect(await openLines()).to.deep.equal([
      { entry_id: payment.id, open: '120.50' },
      { entry_id: difference.id, open: '0.50' },
    ]);
    expect(await read(difference)).to.include({ status: 'posted', origin: 'lettering_difference' });
    await reversed(difference);
    expect(await openLines()).to.deep.equal([{ entry_id: payment.id, open: '120.50' }]);
  });

  it('takes VAT back, in the boxes that it went to', async () => {
    const invoice = await ledger.firm.client.created(`${ledger.file.path}/entries/invoice`, {
      journal_id: ledger.file.journal('ACH'),
      third_party_id: ledger.supplier.id,
      entry_date: '2026-03-15',
      lines: [
        { account: '604000', amount: '100.00', vat_code: 'P-M-6' },
        { account: '610000', amount: '33.33', vat_code: 'P-S-21-D50' },
      ],
    });
    const { entry, reversal } = await reversed(invoice);
    type Vat = { base: string; due: string; boxes: { box: string; amount: string }[] }[];
    const [was, is] = [entry.vat as Vat, reversal.vat as Vat];
    expect(was).to.have.length(2);
    const amounts = (vat: Vat) => vat.flatMap(({ base, boxes }) => [base, ...boxes.map(({ amount }) => amount)]);
    expect(amounts(is).map(Number)).to.deep.equal(amounts(was).map((amount) => -Number(amount)));
    expect(is.map(({ boxes }) => boxes.map(({ box }) => box))).to.deep.equal(
      was.map(({ boxes }) => boxes.map(({ box }) => box)),
    );
    expect(amounts(is).join(' ')).to.not.contain('-0.00');
  });

  it('puts the VAT of an earlier return right as a credit note does, and says so', async () => {
    const invoice = await ledger.firm.client.created(`${ledger.file.path}/entries/invoice`, {
      journal_id: ledger.file.journal('ACH'),
      third_party_id: ledger.supplier.id,
      entry_date: '2026-03-15',
      lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-IC-21' }],
    });
    expect(invoice.vat).to.have.nested.property('[0].effect', 'invoice');
    const { reversal } = await reversed(invoice, { entry_date: '2026-07-01' });
    const [effect] = reversal.vat as [{ effect: string; base: string; boxes: { box: string; amount: string }[] }];
    expect(effect).to.include({ effect: 'credit_note', base: '-100.00' });
    expect(effect.boxes.map(({ box, amount }) => `${box} ${amount}`)).to.deep.equal([
      '84 100.00',
      '62 21.00',
      '63 21.00',
    ]);
  });

  it('of an entry in a closed year stands in an open one', async () => {
    const { client } = ledger.firm;
    const file = await ledger.service.newCompany(client, {
      code: 'PAST',
      fiscal_year: { starts_on: '2025-01-01', ends_on: '2025-12-31' },
    });
    const entry = { ...ledger.entry(), journal_id: file.journal('OD'), entry_date: '2025-03-15' };
    const { body: posted } = await client.post(`${file.path}/entries`, entry);
    const closed = await client.post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {});
    expect(closed.status, closed.text).to.be.oneOf([200, 201]);
    const path = `${file.path}/entries/${posted.id}`;
    for (const refused of [
      await client.post(`${path}/reverse`, { entry_date: '2025-12-31' }),
      await client.patch(path, { label: 'x' }),
    ])
      expect([refused.status, refused.body.code, refused.body.reason]).to.deep.equal([
        422,
        'period_locked',
        'fiscal_year_closed',
      ]);
    const { body } = await client.post<Reversed>(`${path}/reverse`, { entry_date: '2026-01-31' });
    expect(body.entry).to.include({ status: 'reversed', reversed_by_entry_id: body.reversal.id });
    expect(body.reversal).to.include({ entry_date: '2026-01-31T00:00:00.000000Z', label: 'Extourne de OD 2025/1' });
    const list = await client.get<{ data: AnswerBody[] }>(`${file.path}/entries?per_page=100`);
    const ofClosing = list.body.data.filter(({ origin }) => origin === 'closing' || origin === 'opening');
    expect(ofClosing).to.not.have.length(0);
    for (const { id } of ofClosing) {
      await client.refused(422, 'entry_not_reversible').post(`${file.path}/entries/${id}/reverse`, {});
    }
  });

  it('can be taken back in turn: balances are then what they were with the first', async () => {
    const balances = () =>
      query(
        'SELECT account_id, sum(debit - credit) AS balance FROM read.balances WHERE company_id = $1 GROUP BY account_id ORDER BY account_id',
        ledger.file.id,
      );
    const invoice = await ledger.posted(payable('credit'));
    const before = await balances();
    const { reversal } = await reversed(invoice);
    expect(await balances()).to.not.deep.equal(before);
    const { entry, reversal: again } = await reversed(reversal);
    expect(await balances()).to.deep.equal(before);
    expect(entry).to.include({ id: reversal.id, status: 'reversed', reversed_entry_id: invoice.id });
    expect(await settledOf(invoice, reversal, again)).to.deep.equal([
      '440000 0.00',
      '604000 0.00',
      '440000 121.00',
      '604000 0.00',
      '440000 -121.00',
      '604000 0.00',
    ]);
    // Once more, and nothing is open: the first reversal settles the invoice again.
    const { reversal: last } = await reversed(again);
    expect(await settledOf(invoice, reversal, again, last)).to.deep.equal([
      '440000 -121.00',
      '604000 0.00',
      '440000 121.00',
      '604000 0.00',
      '440000 -121.00',
      '604000 0.00',
      '440000 121.00',
      '604000 0.00',
    ]);
  });

  it('happens once', async () => {
    const original = await ledger.posted();
    const { reversal } = await reversed(original);
    const head = await ledger.service.core.log.readHead();
    const { status, body } = await reverse(original);
    expect([status, body.code, body.reversed_by_entry_id]).to.deep.equal([422, 'entry_already_reversed', reversal.id]);
    expect(body.errors).to.have.all.keys('id');
    expect(await ledger.service.core.log.readHead()).to.equal(head);
  });

  it('happens once however many ask at the same time, and under one mutation id answers all the same', async () => {
    const [one, other] = [await ledger.posted(), await ledger.posted()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(one)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422, 422]);
    const headers = { 'X-Client-Mutation-Id': randomUUID() };
    const replayed = await Promise.all(Array.from({ length: 4 }, () => reverse(other, {}, headers)));
    expect(replayed.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 201]);
    expect(new Set(replayed.map(({ body }) => body.reversal.id))).to.have.property('size', 1);
  });

  it('respects the version that the client has seen', async () => {
    const original = await ledger.posted();
    const { status, body } = await reverse(original, {}, { 'X-Base-Version': '7' });
    expect([status, body.code, body.server_version]).to.deep.equal([409, 'conflict', 1]);
    expect(body.server_data).to.deep.equal(original);
    await expectStatus(reverse(original, {}, { 'If-Match': '"v1"' }), 201);
  });

  it('is not for entries that do not exist or belong to another company file', async () => {
    const elsewhere = await ledger.service.newCompany(ledger.firm.client, { code: 'OTHER' });
    const original = await ledger.posted();
    for (const path of [
      `${ledger.file.path}/entries/999999999`,
      `${ledger.file.path}/entries/x`,
      `${elsewhere.path}/entries/${original.id}`,
    ]) {
      expect((await ledger.firm.client.post(`${path}/reverse`, {})).status, path).to.equal(404);
      expect((await ledger.firm.client.patch(path, { label: 'x' })).status, path).to.equal(404);
    }
    expect(await read(original)).to.deep.equal(original);
  });

  it('refuses dates and labels that are none, a day before the original and one outside of the fiscal years', async () => {
    const original = await ledger.posted();
    for (const [body, field] of [
      [{ entry_date: '2026-02-30' }, 'entry_date'],
      [{ entry_date: 20260315 }, 'entry_date'],
      [{ entry_date: '2026-03-14' }, 'entry_date'],
      [{ entry_date: '2031-01-01' }, 'entry_date'],
      [{ label: 'x'.repeat(201) }, 'label'],
      [{ label: ['x'] }, 'label'],
    ] as const) {
      const answer = await reverse(original, body);
      expect(answer.status, JSON.stringify(body)).to.equal(422);
      expect(answer.body.errors).to.have.all.keys(field);
    }
    expect(await read(original)).to.deep.equal(original);
  });

  it('in a locked period is refused with its reason; the original may stand in one', async () => {
    const file = await ledger.service.newCompany(ledger.firm.client, { code: 'LOCKS' });
    const entry = { ...ledger.entry(), journal_id: file.journal('OD') };
    const [one, other] = [
      (await ledger.firm.client.post(`${file.path}/entries`, entry)).body,
      (await ledger.firm.client.post(`${file.path}/entries`, entry)).body,
    ];
    await ledger.firm.client.expect(200).post(`${periodOf(file, 3)}/lock`);
    const ask = (id: number, body: object) =>
      ledger.firm.client.post<Reversed & AnswerBody>(`${file.path}/entries/${id}/reverse`, body);
    const refused = await ask(one.id, { entry_date: '2026-03-20' });
    expect([refused.status, refused.body.code, refused.body.reason]).to.deep.equal([
      422,
      'period_locked',
      'period_locked',
    ]);
    expect(refused.body.errors).to.have.all.keys('entry_date');
    const { body } = await ask(one.id, { entry_date: '2026-04-01' });
    expect(body.entry).to.include({ status: 'reversed', entry_date: '2026-03-15T00:00:00.000000Z' });
    expect(body.reversal.entry_date).to.equal('2026-04-01T00:00:00.000000Z');
    const amended = await ledger.firm.client.patch(`${file.path}/entries/${other.id}`, { label: 'x' });
    expect([amended.status, amended.body.code, amended.body.reason]).to.deep.equal([
      422,
      'period_locked',
      'period_locked',
    ]);
  });

  it('tells webhooks of both, once each, with the facts of the head', async () => {
    const original = await ledger.posted({
      ...payable('credit'),
      reference: 'F-9',
      due_date: '2026-04-15',
      label: 'Papier',
    });
    const { reversal } = await reversed(original, { entry_date: '2026-05-02' });
    const reported = await query<{ event: string; data: Record<string, unknown> }>(
      `SELECT event, data FROM ops.outbox WHERE company_id = $1 AND (data->>'id')::bigint = ANY($2) ORDER BY (data->>'id')::bigint, event`,
      ledger.file.id,
      [original.id, reversal.id],
    );
    const reference = (entry: AnswerBody) => `OD-2026-${String(entry.number).padStart(5, '0')}`;
    const common = {
      journal_code: 'OD',
      fiscal_year_code: '2026',
      document_reference: 'F-9',
      third_party_id: ledger.supplier.id,
      total_debit: '121.00',
      total_credit: '121.00',
      lines_count: 2,
    };
    const first = {
      ...common,
      id: original.id,
      reference: reference(original),
      number: original.number,
      entry_date: '2026-03-15',
      due_date: '2026-04-15',
      label: 'Papier',
      origin: 'free',
      reversed_entry_id: null,
    };
    const noCurrency = { currency: null, currency_total: null };
    expect(reported).to.deep.equal([
      { event: 'entry.posted', data: { ...first, ...noCurrency, status: 'posted', reversed_by_entry_id: null } },
      { event: 'entry.reversed', data: { ...first, status: 'reversed', reversed_by_entry_id: reversal.id } },
      {
        event: 'entry.posted',
        data: {
          ...common,
          id: reversal.id,
          reference: reference(reversal),
          number: reversal.number,
          entry_date: '2026-05-02',
          due_date: null,
          label: reversal.label,
          origin: 'reversal',
          status: 'posted',
          reversed_entry_id: original.id,
          reversed_by_entry_id: null,
          ...noCurrency,
        },
      },
    ]);
  });

  it('keeps the third parties that lines were posted for, merged or not', async () => {
    const made = await ledger.firm.client.post(`${ledger.file.path}/third-parties`, {
      type: 'supplier',
      name: 'Papeterie',
    });
    const lines = [
      { account: '440000', credit: '5.00', third_party_id: made.body.id },
      { account: '604000', debit: '5.00' },
    ];
    const original = await ledger.posted({ lines });
    await ledger.firm.client.expect(200).post(`${ledger.file.path}/third-parties/${made.body.id}/merge`, {
      into: ledger.supplier.id,
    });
    const { reversal } = await reversed(original);
    expect(reversal.third_party).to.include({ id: ledger.supplier.id });
    const rows = await query(
      'SELECT third_party_id FROM read.entry_lines WHERE entry_id = $1 AND line_number = 1',
      reversal.id,
    );
    expect(rows).to.deep.equal([{ third_party_id: made.body.id }]);
  });

  it('shows in the feed: the entry in its new version, the reversal, and what became of letterings', async () => {
    interface Feed {
      readonly cursor: number;
      readonly changes: readonly { resource: string; op: string; id: number; version: number; data: AnswerBody }[];
    }
    const pull = async (since: number) =>
      (await ledger.firm.client.get<Feed>(`${ledger.file.path}/sync/pull?since=${since}&limit=2000`)).body;
    const [invoice, payment] = [await ledger.posted(payable('credit')), await ledger.posted(payable('debit'))];
    const { id: letteringId } = await lettered(invoice, payment);
    const { cursor } = await pull(0);
    const { entry, reversal } = await reversed(invoice);
    const { changes } = await pull(cursor);
    expect(changes.map(({ resource, op, version }) => [resource, op, version])).to.deep.equal([
      ['lettering', 'delete', 2],
      ['entries', 'upsert', 2],
      ['entries', 'upsert', 1],
      ['lettering', 'upsert', 1],
    ]);
    expect(changes[0]!.data).to.deep.equal({ id: letteringId, deleted_at: reversal.created_at, reason: 'purged' });
    expect([changes[1]!.data, changes[2]!.data]).to.deep.equal([entry, reversal]);
    expect(changes[3]!.data).to.include({ origin: 'reversal', total: '121.00' });
  });
});
