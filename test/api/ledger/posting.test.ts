import { expect } from 'chai';
import type { AnswerBody, List } from '../../support/client.ts';
import { balanced, linesOf, useLedger } from './support.ts';

describe('Posting entries', () => {
  const ledger = useLedger();
  const { service, entry, post, posted } = ledger;

  it('answers 201 with the posted entry, shaped to the letter', async () => {
    const { status, body, headers } = await post({
      journal_id: ledger.file.journal('ACH'),
      entry_date: '2026-02-10',
      due_date: '2026-03-12',
      label: ' Papier ',
      reference: 'F-2026/17',
      lines: [
        { account: '604000', debit: '100.00', label: 'Papier A4' },
        { account_id: ledger.file.account('411000'), debit: 21, credit: '0.00' },
        { account: '440000', debit: null, credit: '121.0', third_party_id: ledger.supplier.id },
      ],
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, fiscal_year_id, period_id, created_at, updated_at, lines, ...rest } = body;
    expect(id).to.be.a('number');
    expect(fiscal_year_id).to.equal(ledger.file.fiscalYearId);
    const [year] = ledger.file.body.fiscal_years as { periods: { id: number; number: number }[] }[];
    expect(period_id).to.equal(year!.periods.find(({ number }) => number === 2)!.id);
    expect(created_at)
      .to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      .and.equal(updated_at);
    expect(rest).to.deep.equal({
      journal_id: ledger.file.journal('ACH'),
      number: 1,
      entry_date: '2026-02-10T00:00:00.000000Z',
      due_date: '2026-03-12T00:00:00.000000Z',
      label: 'Papier',
      reference: 'F-2026/17',
      status: 'posted',
      origin: 'free',
      reversed_entry_id: null,
      reversed_by_entry_id: null,
      reversal_reason: null,
      credited_entry_id: null,
      accrual_entry_id: null,
      total_debit: '121.00',
      total_credit: '121.00',
      vat: [],
      journal: { id: ledger.file.journal('ACH'), code: 'ACH', type: 'purchase' },
      third_party: { id: ledger.supplier.id, name: 'Imprimerie' },
      version: 1,
      lock_version: 1,
    });
    const [paper, vat, debt] = linesOf(body);
    expect(lines).to.have.length(3);
    const keys = ['id', 'account_id', 'debit', 'credit', 'label', 'third_party_id', 'account', 'vat_code', 'due_date'];
    for (const line of linesOf(body))
      expect(line).to.have.all.keys(
        ...[...keys, 'reference', 'is_disputed', 'dispute_reason', 'analytics'],
        ...['currency', 'currency_amount', 'exchange_rate'],
      );
    expect(paper).to.deep.include({
      account_id: ledger.file.account('604000'),
      debit: '100.00',
      credit: '0.00',
      label: 'Papier A4',
      third_party_id: null,
    });
    expect(paper!.account).to.have.all.keys('id', 'number', 'label');
    expect(paper!.account).to.include({ id: ledger.file.account('604000'), number: '604000' });
    expect(vat).to.deep.include({
      account_id: ledger.file.account('411000'),
      debit: '21.00',
      credit: '0.00',
      label: null,
    });
    expect(debt).to.deep.include({
      account_id: ledger.file.account('440000'),
      debit: '0.00',
      credit: '121.00',
      third_party_id: ledger.supplier.id,
    });
    expect(headers.get('etag')).to.equal('"v1"');
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    expect(headers.get('location'), 'not part of the API').to.equal(null);
  });

  it('answers what a later GET shows, alone and in the list, in every language', async () => {
    const reader = await service.newMember(ledger.firm, 'encoder', { locale: null });
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const headers = { 'Accept-Language': language };
      const { body } = await reader.client.post(
        `${ledger.file.path}/entries`,
        entry({
          label: 'Twice',
          lines: [
            { account: '604000', debit: '0.10' },
            { account: '700000', credit: '0.10', third_party_id: ledger.supplier.id },
          ],
        }),
        headers,
      );
      const shown = await reader.client.get(`${ledger.file.path}/entries/${body.id}`, headers);
      expect(shown.status).to.equal(200);
      expect(shown.body).to.deep.equal(body);
      expect(shown.headers.get('etag')).to.equal('"v1"');
      const listed = await reader.client.get<List>(`${ledger.file.path}/entries`, headers);
      expect(listed.body.data.find(({ id }) => id === body.id)).to.deep.equal(body);
      await reader.client
        .expect(304)
        .get(`${ledger.file.path}/entries/${body.id}`, { ...headers, 'If-None-Match': '"v1"' });
    }
  });

  it('names no third party when the lines have several', async () => {
    const other = (
      await ledger.firm.client.post(`${ledger.file.path}/third-parties`, { type: 'customer', name: 'Client' })
    ).body;
    const body = await posted({
      lines: [
        { account: '400000', debit: '5.00', third_party_id: other.id },
        { account: '440000', credit: '5.00', third_party_id: ledger.supplier.id },
      ],
    });
    expect(body.third_party).to.equal(null);
    expect((await posted()).third_party).to.equal(null);
  });

  it('numbers entries 1, 2, 3… in each journal and fiscal year, whatever their dates', async () => {
    const own = await service.newCompany(ledger.firm.client);
    const numberOf = async (code: string, entry_date: string) =>
      (
        await ledger.firm.client.post(`${own.path}/entries`, {
          journal_id: own.journal(code),
          entry_date,
          lines: balanced(),
        })
      ).body.number;
    expect(await numberOf('OD', '2026-06-30')).to.equal(1);
    expect(await numberOf('OD', '2026-01-01')).to.equal(2);
    expect(await numberOf('VEN', '2026-06-30')).to.equal(1);
    expect(await numberOf('OD', '2026-12-31')).to.equal(3);
    const journals = (await ledger.firm.client.get<AnswerBody[]>(`${own.path}/journals`)).body;
    expect(journals.map((journal) => [journal.code, journal.last_number, journal.entries_count])).to.have.deep.members([
      ['ACH', 0, 0],
      ['NCA', 0, 0],
      ['VEN', 1, 1],
      ['NCV', 0, 0],
      ['OD', 3, 3],
      ['CAI', 0, 0],
    ]);
    expect((await ledger.firm.client.get(own.path)).body.journal_entries_count).to.equal(4);
  });

  it('numbers without a hole when many post at once, in several files at once', async () => {
    const files = [await service.newCompany(ledger.firm.client), await service.newCompany(ledger.firm.client)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const own = files[n % 2]!;
        return ledger.firm.client
          .post(`${own.path}/entries`, {
            journal_id: own.journal('OD'),
            entry_date: '2026-05-05',
            lines: n % 10 === 9 ? [] : balanced(),
          })
          .then((answer) => ({ file: n % 2, ...answer }));
      }),
    );
    for (const index of [0, 1]) {
      const numbers = answers
        .filter(({ file: of, status }) => of === index && status === 201)
        .map(({ body }) => body.number as number);
      expect(numbers.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: numbers.length }, (_, n) => n + 1));
    }
    expect(answers.filter(({ status }) => status === 422)).to.have.length(6);
  });

  it('takes entry dates as plain dates: nights when the clock changes, the ends of year and month, leap days', async () => {
    const own = await service.newCompany(ledger.firm.client, {
      fiscal_year: { starts_on: '2027-01-02', ends_on: '2028-12-31' },
    });
    const periods = (own.body.fiscal_years as { periods: { id: number; starts_on: string; ends_on: string }[] }[])[0]!
      .periods;
    for (const day of [
      '2027-01-02',
      '2027-03-27',
      '2027-03-28',
      '2027-03-29',
      '2027-03-31',
      '2027-10-30',
      '2027-10-31',
      '2027-11-01',
      '2027-12-31',
      '2028-01-01',
      '2028-02-29',
      '2028-12-31',
    ]) {
      for (const headers of [undefined, { 'X-Occurred-At': new Date().toISOString().replace('Z', '+02:00') }]) {
        const body = await ledger.firm.client.created(
          `${own.path}/entries`,
          { journal_id: own.journal('OD'), entry_date: day, due_date: day, lines: balanced() },
          headers,
        );
        expect([body.entry_date, body.due_date]).to.deep.equal([`${day}T00:00:00.000000Z`, `${day}T00:00:00.000000Z`]);
        const period = periods.find(({ id }) => id === body.period_id)!;
        expect(period.starts_on.slice(0, 7), day).to.equal(day.slice(0, 7));
        expect((await ledger.firm.client.get(`${own.path}/entries/${body.id}`)).body).to.deep.equal(body);
      }
      const { body } = await ledger.firm.client.get(`${own.path}/entries?from=${day}&to=${day}`);
      expect(body.total, day).to.equal(2);
    }
  });

  it('ignores what only the service decides', async () => {
    const unknown = { company_id: 1, third_party_id: 1, total: '5.00' };
    const refused = await post(unknown);
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, Object.keys(unknown)]);
    const body = await posted({
      id: 999_999,
      number: 77,
      status: 'reversed',
      version: 5,
      fiscal_year_id: 999,
      period_id: 999,
      origin: 'evil',
      lines: [
        { id: 5, account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    });
    expect(body).to.deep.include({
      status: 'posted',
      version: 1,
      fiscal_year_id: ledger.file.fiscalYearId,
      origin: 'free',
      third_party: null,
    });
    expect(body.id).to.not.equal(999_999);
    expect(body.number).to.not.equal(77);
  });

  it('announces each posted entry once to the outbox of webhooks', async () => {
    const body = await posted({ label: 'Announced', reference: 'R1', due_date: '2026-04-15' });
    const { rows } = await service.core.pool.query<{ event: string; data: Record<string, unknown> }>(
      `SELECT event, data FROM ops.outbox WHERE event = 'entry.posted' AND (data->>'id')::bigint = $1`,
      [body.id],
    );
    expect(rows).to.have.length(1);
    expect(rows[0]!.data).to.have.all.keys(
      'id',
      'reference',
      'journal_code',
      'fiscal_year_code',
      'number',
      'entry_date',
      'due_date',
      'label',
      'document_reference',
      'status',
      'origin',
      'third_party_id',
      'total_debit',
      'total_credit',
      'lines_count',
      'reversed_entry_id',
      'reversed_by_entry_id',
      'currency',
      'currency_total',
    );
    expect(rows[0]!.data).to.include({
      id: body.id,
      journal_code: 'OD',
      fiscal_year_code: '2026',
      number: body.number,
      label: 'Announced',
      document_reference: 'R1',
      status: 'posted',
      total_debit: '121.00',
      total_credit: '121.00',
      lines_count: 2,
    });
  });

  it('keeps what it refers to: no trashing, no new number or code', async () => {
    await posted({
      lines: [
        { account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00', third_party_id: ledger.supplier.id },
      ],
    });
    for (const used of [
      `accounts/${ledger.file.account('604000')}`,
      `journals/${ledger.file.journal('OD')}`,
      `third-parties/${ledger.supplier.id}`,
    ]) {
      const { status, body } = await ledger.firm.client.delete(`${ledger.file.path}/${used}`);
      expect([status, body.code], used).to.deep.equal([422, 'in_use']);
      expect(body).to.have.property('errors');
      expect(body.error_codes).to.deep.equal({ id: ['in_use'] });
      const [entries] = body.used_by as { resource: string; count: number }[];
      expect(entries!.resource, used).to.equal('entries');
      expect(entries!.count, used).to.be.at.least(1);
      expect(body.errors.id![0], used).to.match(
        new RegExp(`^This record is in use and cannot be deleted: ${entries!.count} entr(y|ies)`),
      );
    }
    for (const [used, change] of [
      [`accounts/${ledger.file.account('604000')}`, { number: '604999' }],
      [`accounts/${ledger.file.account('604000')}`, { is_postable: false }],
      [`journals/${ledger.file.journal('OD')}`, { code: 'NEW' }],
      [`journals/${ledger.file.journal('OD')}`, { type: 'sale' }],
      [`third-parties/${ledger.supplier.id}`, { type: 'customer' }],
    ] as const) {
      const { status, body } = await ledger.firm.client.patch(`${ledger.file.path}/${used}`, change);
      expect(status, used).to.equal(422);
      expect(body.errors).to.have.all.keys(Object.keys(change));
    }
    await ledger.firm.client.expect(200).patch(`${ledger.file.path}/accounts/${ledger.file.account('604000')}`, {
      label: 'Autre nom',
    });
  });
});
