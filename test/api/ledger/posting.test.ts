import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Line {
  readonly id: number;
  readonly account_id: number;
  readonly debit: string;
  readonly credit: string;
  readonly account: { readonly id: number; readonly number: string; readonly label: string };
}

const linesOf = (body: AnswerBody) => body['lines'] as Line[];

describe('Posting entries', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let supplier: AnswerBody;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { banks: [{ code: 'ING', label: 'ING' }] });
    supplier = (await firm.client.post(`${file.path}/third-parties`, { type: 'supplier', name: 'Imprimerie' })).body;
  });

  const balanced = (amount: unknown = '121.00') => [
    { account: '604000', debit: amount },
    { account: '440000', credit: amount },
  ];
  const entry = (fields: Record<string, unknown> = {}) => ({ journal_id: file.journal('OD'), entry_date: '2026-03-15', lines: balanced(), ...fields });
  const post = (fields: Record<string, unknown> = {}, headers?: Record<string, string>) => firm.client.post(`${file.path}/entries`, entry(fields), headers);
  const posted = async (fields: Record<string, unknown> = {}) => {
    const { status, body, text } = await post(fields);
    expect(status, text).to.equal(201);
    return body;
  };
  /** The fields at fault, after checking that nothing was appended and no number was used up. */
  const errorsOf = async (body: unknown): Promise<string[]> => {
    const number = (await posted())['number'] as number;
    const before = await service.core.log.head();
    const answer = await firm.client.post(`${file.path}/entries`, body);
    expect(answer.status, answer.text).to.equal(422);
    expect(answer.headers.get('x-operation-id')).to.equal(null);
    expect(await service.core.log.head(), 'nothing is appended').to.equal(before);
    expect((await posted())['number'], 'no number is consumed').to.equal(number + 1);
    return Object.keys(answer.body.errors).sort();
  };

  it('answers 201 with the posted entry, shaped to the letter', async () => {
    const { status, body, headers } = await post({
      journal_id: file.journal('ACH'), entry_date: '2026-02-10', due_date: '2026-03-12', label: ' Papier ', reference: 'F-2026/17',
      lines: [
        { account: '604000', debit: '100.00', label: 'Papier A4' },
        { account_id: file.account('411000'), debit: 21, credit: '0.00' },
        { account: '440000', debit: null, credit: '121.0', third_party_id: supplier.id },
      ],
    }); // prettier-ignore
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, fiscal_year_id, period_id, created_at, updated_at, lines, ...rest } = body;
    expect(id).to.be.a('number');
    expect(fiscal_year_id).to.equal(file.fiscalYearId);
    const [year] = file.body['fiscal_years'] as { periods: { id: number; number: number }[] }[];
    expect(period_id).to.equal(year!.periods.find(({ number }) => number === 2)!.id);
    expect(created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/).and.equal(updated_at);
    expect(rest).to.deep.equal({
      journal_id: file.journal('ACH'), number: 1, entry_date: '2026-02-10T00:00:00.000000Z', due_date: '2026-03-12T00:00:00.000000Z', label: 'Papier', reference: 'F-2026/17', status: 'posted', origin: 'free',
      journal: { id: file.journal('ACH'), code: 'ACH', type: 'purchase' }, third_party: { id: supplier.id, name: 'Imprimerie' }, version: 1, lock_version: 1,
    }); // prettier-ignore
    const [paper, vat, debt] = linesOf(body);
    expect(lines).to.have.length(3);
    for (const line of linesOf(body)) expect(line).to.have.all.keys('id', 'account_id', 'debit', 'credit', 'label', 'third_party_id', 'account');
    expect(paper).to.deep.include({ account_id: file.account('604000'), debit: '100.00', credit: '0.00', label: 'Papier A4', third_party_id: null });
    expect(paper!.account).to.have.all.keys('id', 'number', 'label');
    expect(paper!.account).to.include({ id: file.account('604000'), number: '604000' });
    expect(vat).to.deep.include({ account_id: file.account('411000'), debit: '21.00', credit: '0.00', label: null });
    expect(debt).to.deep.include({ account_id: file.account('440000'), debit: '0.00', credit: '121.00', third_party_id: supplier.id });
    expect(headers.get('etag')).to.equal('"v1"');
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    expect(headers.get('location'), 'not part of the API').to.equal(null);
  });

  it('answers what a later GET shows, alone and in the list, in every language', async () => {
    const reader = await service.newMember(firm, 'encoder', { locale: null });
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const headers = { 'Accept-Language': language };
      const { body } = await reader.client.post(`${file.path}/entries`, entry({ label: 'Twice', lines: [{ account: '604000', debit: '0.10' }, { account: '700000', credit: '0.10', third_party_id: supplier.id }] }), headers);
      const shown = await reader.client.get(`${file.path}/entries/${body.id}`, headers);
      expect(shown.status).to.equal(200);
      expect(shown.body).to.deep.equal(body);
      expect(shown.headers.get('etag')).to.equal('"v1"');
      const listed = await reader.client.get(`${file.path}/entries`, headers);
      expect((listed.body['data'] as AnswerBody[]).find(({ id }) => id === body.id)).to.deep.equal(body);
      expect((await reader.client.get(`${file.path}/entries/${body.id}`, { ...headers, 'If-None-Match': '"v1"' })).status).to.equal(304);
    }
  });

  it('names no third party when the lines have several', async () => {
    const other = (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Client' })).body;
    const body = await posted({ lines: [{ account: '400000', debit: '5.00', third_party_id: other.id }, { account: '440000', credit: '5.00', third_party_id: supplier.id }] });
    expect(body['third_party']).to.equal(null);
    expect((await posted())['third_party']).to.equal(null);
  });

  it('numbers entries 1, 2, 3… in each journal and fiscal year, whatever their dates', async () => {
    const own = await service.newCompany(firm.client);
    const numberOf = async (code: string, entry_date: string) => (await firm.client.post(`${own.path}/entries`, { journal_id: own.journal(code), entry_date, lines: balanced() })).body['number'];
    expect(await numberOf('OD', '2026-06-30')).to.equal(1);
    expect(await numberOf('OD', '2026-01-01')).to.equal(2);
    expect(await numberOf('VEN', '2026-06-30')).to.equal(1);
    expect(await numberOf('OD', '2026-12-31')).to.equal(3);
    const journals = (await firm.client.get<AnswerBody[]>(`${own.path}/journals`)).body;
    expect(journals.map((journal) => [journal['code'], journal['last_number'], journal['entries_count']])).to.have.deep.members([
      ['ACH', 0, 0], ['NCA', 0, 0], ['VEN', 1, 1], ['NCV', 0, 0], ['OD', 3, 3], ['CAI', 0, 0],
    ]); // prettier-ignore
    expect((await firm.client.get(own.path)).body['journal_entries_count']).to.equal(4);
  });

  it('numbers without a hole when many post at once, in several files at once', async () => {
    const files = [await service.newCompany(firm.client), await service.newCompany(firm.client)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const own = files[n % 2]!;
        return firm.client.post(`${own.path}/entries`, { journal_id: own.journal('OD'), entry_date: '2026-05-05', lines: n % 10 === 9 ? [] : balanced() }).then((answer) => ({ file: n % 2, ...answer }));
      }),
    );
    for (const index of [0, 1]) {
      const numbers = answers.filter(({ file: of, status }) => of === index && status === 201).map(({ body }) => body['number'] as number);
      expect(numbers.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: numbers.length }, (_, n) => n + 1));
    }
    expect(answers.filter(({ status }) => status === 422)).to.have.length(6);
  });

  it('accepts a thousand lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? { account: '604000', debit: '0.01' } : { account: '440000', credit: '0.01' }));
    expect(linesOf(await posted({ lines }))).to.have.length(1_000);
    expect(await errorsOf(entry({ lines: [...lines, ...lines.slice(0, 2)] }))).to.deep.equal(['lines']);
  });

  describe('refuses, on the right field', () => {
    let inactive: AnswerBody;
    let trashed: AnswerBody;
    let other: TestCompany;
    let sleepingJournal: AnswerBody;
    let trashedParty: AnswerBody;
    let sleepingParty: AnswerBody;

    before(async () => {
      const create = async (resource: string, body: unknown) => (await firm.client.post(`${file.path}/${resource}`, body)).body;
      inactive = await create('accounts', { number: '619000', label: 'Inactif', type: 'expense', is_active: false });
      trashed = await create('accounts', { number: '619001', label: 'Jeté', type: 'expense' });
      await firm.client.delete(`${file.path}/accounts/${trashed.id}`);
      sleepingJournal = await create('journals', { code: 'DORM', label: 'Dormant', type: 'miscellaneous', is_active: false });
      trashedParty = await create('third-parties', { type: 'customer', name: 'Parti' });
      await firm.client.delete(`${file.path}/third-parties/${trashedParty.id}`);
      sleepingParty = await create('third-parties', { type: 'customer', name: 'Endormi', is_active: false });
      other = await service.newCompany(firm.client);
    });

    const second = { account: '440000', credit: '10.00' };
    const withLine = (line: Record<string, unknown>) => entry({ lines: [line, second] });
    const cases: readonly (readonly [what: string, body: () => unknown, errors: readonly string[]])[] = [
      ['an entry that does not balance', () => entry({ lines: [{ account: '604000', debit: '10.01' }, second] }), ['lines']],
      ['an entry without lines', () => entry({ lines: [] }), ['lines']],
      ['lines that are missing', () => entry({ lines: undefined }), ['lines']],
      ['lines that are null', () => entry({ lines: null }), ['lines']],
      ['lines that are no list', () => entry({ lines: { account: '604000' } }), ['lines']],
      ['a line that is no object', () => entry({ lines: [second, 'line', { account: '604000', debit: '10.00' }] }), ['lines.1']],
      ['a line with both sides', () => withLine({ account: '604000', debit: '20.00', credit: '10.00' }), ['lines.0.debit']],
      ['a line with neither side', () => entry({ lines: [{ account: '604000', debit: '10.00' }, second, { account: '604000' }] }), ['lines.2.debit']],
      ['a line with two zeros', () => entry({ lines: [{ account: '604000', debit: '0.00', credit: 0 }] }), ['lines.0.debit']],
      ['more than two decimals', () => withLine({ account: '604000', debit: '10.001' }), ['lines.0.debit']],
      ['a negative amount', () => withLine({ account: '604000', debit: '-10.00' }), ['lines.0.debit']],
      ['an absurdly large amount', () => entry({ lines: [{ account: '604000', debit: '1000000000000.00' }, { account: '440000', credit: '1000000000000.00' }] }), ['lines.0.debit', 'lines.1.credit']],
      ['amounts whose sum is absurdly large', () => entry({ lines: [{ account: '604000', debit: '999999999999.99' }, { account: '604000', debit: '0.01' }, { account: '440000', credit: '999999999999.99' }, { account: '440000', credit: '0.01' }] }), ['lines']],
      ['an account number that is unknown', () => withLine({ account: '999999', debit: '10.00' }), ['lines.0.account']],
      ['an account id that is unknown', () => withLine({ account_id: 999_999_999, debit: '10.00' }), ['lines.0.account_id']],
      ['an inactive account', () => withLine({ account: '619000', debit: '10.00' }), ['lines.0.account']],
      ['an inactive account by its id', () => withLine({ account_id: inactive.id, debit: '10.00' }), ['lines.0.account_id']],
      ['an account in the recycle bin', () => withLine({ account: '619001', debit: '10.00' }), ['lines.0.account']],
      ['an account in the recycle bin by its id', () => withLine({ account_id: trashed.id, debit: '10.00' }), ['lines.0.account_id']],
      ['a group account', () => withLine({ account: '604', debit: '10.00' }), ['lines.0.account']],
      ['a line without an account', () => withLine({ debit: '10.00' }), ['lines.0.account']],
      ['an account of another company file', () => withLine({ account_id: other.account('604000'), debit: '10.00' }), ['lines.0.account_id']],
      ['a date before every fiscal year', () => entry({ entry_date: '2025-12-31' }), ['entry_date']],
      ['a date after every fiscal year', () => entry({ entry_date: '2027-01-01' }), ['entry_date']],
      ['no date at all', () => entry({ entry_date: undefined }), ['entry_date']],
      ['a date that is null', () => entry({ entry_date: null }), ['entry_date']],
      ['a day that the calendar does not have', () => entry({ entry_date: '2026-02-29' }), ['entry_date']],
      ['a date in another form', () => entry({ entry_date: '15/03/2026' }), ['entry_date']],
      ['a timestamp for a date', () => entry({ entry_date: '2026-03-15T00:00:00Z' }), ['entry_date']],
      ['a due date before the entry date', () => entry({ due_date: '2026-03-14' }), ['due_date']],
      ['a journal that is unknown', () => entry({ journal_id: 999_999_999 }), ['journal_id']],
      ['a journal of another company file', () => entry({ journal_id: other.journal('OD') }), ['journal_id']],
      ['an inactive journal', () => entry({ journal_id: sleepingJournal.id }), ['journal_id']],
      ['no journal', () => entry({ journal_id: null }), ['journal_id']],
      ['a journal that is no number', () => entry({ journal_id: 'OD' }), ['journal_id']],
      ['a third party that is unknown', () => withLine({ account: '604000', debit: '10.00', third_party_id: 999_999_999 }), ['lines.0.third_party_id']],
      ['a third party in the recycle bin', () => withLine({ account: '604000', debit: '10.00', third_party_id: trashedParty.id }), ['lines.0.third_party_id']],
      ['an inactive third party', () => withLine({ account: '604000', debit: '10.00', third_party_id: sleepingParty.id }), ['lines.0.third_party_id']],
      ['texts that are too long', () => entry({ label: 'x'.repeat(201), reference: 'x'.repeat(101), lines: [{ account: '604000', debit: '10.00', label: 'x'.repeat(201) }, second] }), ['label', 'lines.0.label', 'reference']],
      ['NUL in a text', () => entry({ label: 'a\u0000b' }), ['label']],
      ['a body that is a list', () => [entry()], ['body']],
    ];
    for (const [what, body, errors] of cases) it(what, async () => expect(await errorsOf(body())).to.deep.equal([...errors]));

    it('everything at once: what the shape and the books say', async () => {
      const shape = { journal_id: 'x', entry_date: 'y', lines: [{ account: 5, debit: '1,00' }, { account_id: 0, credit: 'abc', third_party_id: -1 }] };
      expect(await errorsOf(shape)).to.deep.equal(['entry_date', 'journal_id', 'lines.0.account', 'lines.0.debit', 'lines.1.account_id', 'lines.1.credit', 'lines.1.third_party_id']);
      const books = { journal_id: 999_999_999, entry_date: '1999-01-01', due_date: '1998-01-01', lines: [{ account: '999999', debit: '1.00', third_party_id: 999_999_999 }, { account: '604', credit: '2.00' }] };
      expect(await errorsOf(books)).to.deep.equal(['due_date', 'entry_date', 'journal_id', 'lines', 'lines.0.account', 'lines.0.third_party_id', 'lines.1.account']);
    });

    it('and says in the message how many more problems there are', async () => {
      const { body } = await firm.client.post(`${file.path}/entries`, {});
      expect(Object.keys(body.errors).sort()).to.deep.equal(['entry_date', 'journal_id', 'lines']);
      expect(body.message).to.equal(`${body.errors['journal_id']![0]} (and 2 more errors)`);
    });
  });

  describe('reads amounts exactly', () => {
    const accepted: readonly (readonly [given: unknown, stored: string])[] = [
      ['0.01', '0.01'], ['1', '1.00'], ['1.1', '1.10'], [1.1, '1.10'], [100, '100.00'], [' 12.50 ', '12.50'], [0.07, '0.07'], ['999999999999.99', '999999999999.99'], [999999999999.99, '999999999999.99'],
    ]; // prettier-ignore
    for (const [given, stored] of accepted) {
      it(`${JSON.stringify(given)} is ${stored}`, async () => {
        const body = await posted({ lines: balanced(given) });
        expect(linesOf(body).map(({ debit, credit }) => [debit, credit])).to.deep.equal([[stored, '0.00'], ['0.00', stored]]);
      });
    }
    const refused: readonly unknown[] = [
      '1e3', '0.005', '-0.00', '١٢', '999999999999999.99', '1,00', '1.000,00', '+1.00', '.50', '1.', '01.00', '0x10', 'NaN', 'Infinity', '1 000.00', '€ 5', -5, 0.30000000000000004, 1e21, 1e-7, true, [], {}, '1.00\u0000',
    ]; // prettier-ignore
    for (const given of refused) {
      it(`${JSON.stringify(given)} is none`, async () => {
        expect(await errorsOf(entry({ lines: balanced(given) }))).to.deep.equal(['lines.0.debit', 'lines.1.credit']);
      });
    }

    it('adds up without rounding', async () => {
      const lines = [...Array.from({ length: 10 }, () => ({ account: '604000', debit: '0.10' })), { account: '604000', debit: '0.20' }, { account: '440000', credit: '1.20' }];
      expect((await posted({ lines }))['number']).to.be.a('number');
      expect(await errorsOf(entry({ lines: [{ account: '604000', debit: 0.1 }, { account: '604000', debit: 0.2 }, { account: '440000', credit: '0.31' }] }))).to.deep.equal(['lines']);
      const third = await posted({ lines: [{ account: '604000', debit: 0.1 }, { account: '604000', debit: 0.2 }, { account: '440000', credit: 0.3 }] });
      expect(linesOf(third)[2]!.credit).to.equal('0.30');
      const large = await posted({ lines: [{ account: '604000', debit: '999999999999.98' }, { account: '604000', debit: '0.01' }, { account: '440000', credit: '999999999999.99' }] });
      expect((await firm.client.get(`${file.path}/entries/${large.id}`)).body).to.deep.equal(large);
    });
  });

  it('takes entry dates as plain dates: nights when the clock changes, the ends of year and month, leap days', async () => {
    const own = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2027-01-01', ends_on: '2028-12-31' } });
    const periods = (own.body['fiscal_years'] as { periods: { id: number; starts_on: string; ends_on: string }[] }[])[0]!.periods;
    for (const day of ['2027-01-01', '2027-03-27', '2027-03-28', '2027-03-29', '2027-03-31', '2027-10-30', '2027-10-31', '2027-11-01', '2027-12-31', '2028-01-01', '2028-02-29', '2028-12-31']) {
      for (const headers of [undefined, { 'X-Occurred-At': new Date().toISOString().replace('Z', '+02:00') }]) {
        const { status, body, text } = await firm.client.post(`${own.path}/entries`, { journal_id: own.journal('OD'), entry_date: day, due_date: day, lines: balanced() }, headers);
        expect(status, text).to.equal(201);
        expect([body['entry_date'], body['due_date']]).to.deep.equal([`${day}T00:00:00.000000Z`, `${day}T00:00:00.000000Z`]);
        const period = periods.find(({ id }) => id === body['period_id'])!;
        expect(period.starts_on.slice(0, 7), day).to.equal(day.slice(0, 7));
        expect((await firm.client.get(`${own.path}/entries/${body.id}`)).body).to.deep.equal(body);
      }
      const { body } = await firm.client.get(`${own.path}/entries?from=${day}&to=${day}`);
      expect(body['total'], day).to.equal(2);
    }
  });

  it('ignores what only the service decides', async () => {
    const body = await posted({ id: 999_999, number: 77, status: 'reversed', company_id: 1, version: 5, fiscal_year_id: 999, period_id: 999, origin: 'evil', third_party_id: 1, total: '5.00', lines: [{ id: 5, account: '604000', debit: '1.00' }, { account: '440000', credit: '1.00' }] });
    expect(body).to.deep.include({ status: 'posted', version: 1, fiscal_year_id: file.fiscalYearId, origin: 'free', third_party: null });
    expect(body.id).to.not.equal(999_999);
    expect(body['number']).to.not.equal(77);
  });

  it('announces each posted entry once to the outbox of webhooks', async () => {
    const body = await posted({ label: 'Announced', reference: 'R1', due_date: '2026-04-15' });
    const { rows } = await service.core.pool.query<{ event: string; data: Record<string, unknown> }>(`SELECT event, data FROM ops.outbox WHERE event = 'entry.posted' AND (data->>'id')::bigint = $1`, [body.id]);
    expect(rows).to.have.length(1);
    expect(rows[0]!.data).to.have.all.keys(
      'id', 'reference', 'journal_code', 'fiscal_year_code', 'number', 'entry_date', 'due_date', 'label', 'document_reference', 'status', 'origin', 'third_party_id', 'total_debit', 'total_credit', 'lines_count', 'reversed_entry_id', 'reversed_by_entry_id',
    ); // prettier-ignore
    expect(rows[0]!.data).to.include({ id: body.id, journal_code: 'OD', fiscal_year_code: '2026', number: body['number'], label: 'Announced', document_reference: 'R1', status: 'posted', total_debit: '121.00', total_credit: '121.00', lines_count: 2 });
  });

  it('keeps what it refers to: no trashing, no new number or code', async () => {
    await posted({ lines: [{ account: '604000', debit: '1.00' }, { account: '440000', credit: '1.00', third_party_id: supplier.id }] });
    for (const used of [`accounts/${file.account('604000')}`, `journals/${file.journal('OD')}`, `third-parties/${supplier.id}`]) {
      const { status, body } = await firm.client.delete(`${file.path}/${used}`);
      expect([status, body.code], used).to.deep.equal([422, 'in_use']);
      expect(body).to.have.property('errors');
    }
    for (const [used, change] of [[`accounts/${file.account('604000')}`, { number: '604999' }], [`accounts/${file.account('604000')}`, { is_postable: false }], [`journals/${file.journal('OD')}`, { code: 'NEW' }], [`journals/${file.journal('OD')}`, { type: 'sale' }], [`third-parties/${supplier.id}`, { type: 'customer' }]] as const) {
      const { status, body } = await firm.client.patch(`${file.path}/${used}`, change);
      expect(status, used).to.equal(422);
      expect(body.errors).to.have.all.keys(Object.keys(change));
    }
    expect((await firm.client.patch(`${file.path}/accounts/${file.account('604000')}`, { label: 'Autre nom' })).status).to.equal(200);
  });
});
