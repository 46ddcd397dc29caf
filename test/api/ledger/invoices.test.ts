import { expect } from 'chai';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import type { TestCompany } from '../../support/service.ts';
import { linesOf, useLedger } from './support.ts';

interface Preview {
  readonly origin: string;
  readonly number: number;
  readonly lines: readonly Record<string, unknown>[];
  readonly boxes: readonly { readonly box: string; readonly label: string; readonly amount: string }[];
  readonly [member: string]: unknown;
}

/** As people write entries down. */
const inShort = (body: AnswerBody): string[] =>
  linesOf(body).map(({ account, debit, credit }) =>
    debit === '0.00' ? `${account.number} C ${credit}` : `${account.number} D ${debit}`,
  );

describe('Invoices, credit notes, previews and batches', () => {
  const ledger = useLedger();
  const { service } = ledger;
  let client: Client;
  let file: TestCompany;
  let customer: AnswerBody;

  before(async () => {
    ({ client } = ledger.firm);
    ({ file } = ledger);
    customer = await create('third-parties', { type: 'customer', name: 'Peeters', payment_days: 30 });
  });

  const create = (resource: string, body: unknown): Promise<AnswerBody> =>
    client.created(`${file.path}/${resource}`, body);
  const purchase = (fields: Record<string, unknown> = {}) => ({
    journal_id: file.journal('ACH'),
    third_party_id: ledger.supplier.id,
    entry_date: '2026-03-15',
    lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-21' }],
    ...fields,
  });
  const sale = (fields: Record<string, unknown> = {}) => ({
    journal_id: file.journal('VEN'),
    third_party_id: customer.id,
    entry_date: '2026-03-15',
    lines: [{ account: '700000', amount: '100.00', vat_code: 'S-21' }],
    ...fields,
  });
  const posted = (kind: 'invoice' | 'credit-note', body: unknown) => create(`entries/${kind}`, body);
  const preview = (body: unknown) => client.post<Preview>(`${file.path}/entries/preview`, body);
  const batch = (entries: unknown, headers?: Record<string, string>) =>
    client.post(`${file.path}/entries/batch`, { entries }, headers);

  /** The answer of a refusal, after checking that nothing was appended. */
  async function refused(path: string, body: unknown): Promise<AnswerBody> {
    const head = await service.core.log.readHead();
    const answer = await client.refused(422).post(`${file.path}/entries/${path}`, body);
    expect(await service.core.log.readHead()).to.equal(head);
    return answer;
  }

  describe('An invoice', () => {
    it('is answered with all that was computed, as a later GET shows it, in every language', async () => {
      const reader = await service.newMember(ledger.firm, 'encoder', { locale: null });
      for (const language of ['fr', 'de']) {
        const headers = { 'Accept-Language': language };
        const body = sale({
          reference: `V-1 ${language}`,
          label: 'Conseil',
          lines: [
            { account: '700000', amount: '100.00', vat_code: 'S-21', label: 'Janvier' },
            { account_id: file.account('700000'), amount: 50, vat_code_id: null, vat_code: 'S-6' },
            { account: '700000', amount: '-10.00', vat_code: 'S-21', label: 'Remise' },
          ],
        });
        const answer = await reader.client.post(`${file.path}/entries/invoice`, body, headers);
        expect(answer.status, answer.text).to.equal(201);
        expect(answer.headers.get('etag')).to.equal('"v1"');
        expect(answer.headers.get('x-operation-id')).to.be.a('string');
        const entry = answer.body;
        expect(inShort(entry)).to.deep.equal([
          '700000 C 100.00',
          '700000 C 50.00',
          '700000 D 10.00',
          '451000 C 18.90',
          '451000 C 3.00',
          '400000 D 161.90',
        ]);
        expect(entry).to.deep.include({
          status: 'posted',
          origin: 'invoice',
          reference: `V-1 ${language}`,
          label: 'Conseil',
          due_date: '2026-04-14T00:00:00.000000Z',
          third_party: { id: customer.id, name: 'Peeters' },
          journal: { id: file.journal('VEN'), code: 'VEN', type: 'sale' },
          total_debit: '171.90',
          total_credit: '171.90',
          credited_entry_id: null,
        });
        const vat = entry.vat as { vat_code: { id: number; code: string } }[];
        expect(vat).to.deep.equal([
          {
            vat_code: vat[0]!.vat_code,
            base: '90.00',
            due: '18.90',
            deductible: '0.00',
            non_deductible: '0.00',
            exigibility: 'invoice',
            effect: 'invoice',
            boxes: [
              { box: '03', amount: '90.00' },
              { box: '54', amount: '18.90' },
            ],
          },
          {
            vat_code: vat[1]!.vat_code,
            base: '50.00',
            due: '3.00',
            deductible: '0.00',
            non_deductible: '0.00',
            exigibility: 'invoice',
            effect: 'invoice',
            boxes: [
              { box: '01', amount: '50.00' },
              { box: '54', amount: '3.00' },
            ],
          },
        ]);
        expect(vat.map(({ vat_code: { code } }) => code)).to.deep.equal(['S-21', 'S-6']);
        expect(linesOf(entry).at(-1)).to.deep.include({ third_party_id: customer.id, vat_code: null });
        const shown = await reader.client.get(`${file.path}/entries/${entry.id}`, headers);
        expect(shown.body).to.deep.equal(entry);
      }
    });

    it('follows the third party in what it leaves out, and is announced', async () => {
      const supplier = await create('third-parties', {
        type: 'supplier',
        name: 'Garage',
        payment_days: 15,
        default_account_id: file.account('612400'),
        default_vat_code_id: await vatCode('P-S-21-D50'),
      });
      const entry = await posted('invoice', purchase({ third_party_id: supplier.id, lines: [{ amount: '100.00' }] }));
      expect(inShort(entry)).to.deep.equal(['612400 D 110.50', '411000 D 10.50', '440000 C 121.00']);
      expect(entry.due_date).to.equal('2026-03-30T00:00:00.000000Z');
      const { rows } = await service.core.pool.query<{ data: AnswerBody }>(
        `SELECT data FROM ops.outbox WHERE event = 'entry.posted' AND (data->>'id')::bigint = $1`,
        [entry.id],
      );
      expect(rows[0]!.data).to.include({
        origin: 'invoice',
        journal_code: 'ACH',
        lines_count: 3,
        due_date: '2026-03-30',
      });
    });

    it('that comes to nothing is still one of its third party: found there, and the third party is in use', async () => {
      const deposit = { account: '406000', amount: '-100.00', vat_code: 'P-M-21' };
      const settled = await create('third-parties', { type: 'supplier', name: 'Acompte intégral' });
      const lines = [...purchase().lines, deposit];
      const body = await posted('invoice', purchase({ third_party_id: settled.id, lines }));
      expect(inShort(body)).to.deep.equal(['604000 D 100.00', '406000 C 100.00', '440000 C 0.00']);
      for (const filter of [`third_party_id=${settled.id}`, 'q=acompte%20integral']) {
        const found = await client.get<{ data: AnswerBody[] }>(`${file.path}/entries?${filter}`);
        expect(
          found.body.data.map(({ id }) => id),
          filter,
        ).to.deep.equal([body.id]);
      }
      await client.refused(422, 'in_use').delete(`${file.path}/third-parties/${settled.id}`);
      const { body: both } = await client.post(`${file.path}/entries/${body.id}/reverse`, {});
      expect(inShort(both.reversal as AnswerBody)).to.deep.equal([
        '604000 C 100.00',
        '406000 D 100.00',
        '440000 C 0.00',
      ]);
    });

    it('takes the tax of the supplier within a euro', async () => {
      const vat_amounts = [{ vat_code: 'P-M-21', amount: '20.97' }];
      expect(inShort(await posted('invoice', purchase({ vat_amounts })))).to.deep.equal([
        '604000 D 100.00',
        '411000 D 20.97',
        '440000 C 120.97',
      ]);
      const body = await refused('invoice', purchase({ vat_amounts: [{ vat_code: 'P-M-21', amount: '23.00' }] }));
      expect(body.errors).to.deep.equal({
        'vat_amounts.0.amount': ['The VAT of code P-M-21 is 21.00. It can be corrected by at most 1.00.'],
      });
    });

    it('is refused on the right fields', async () => {
      const line = (fields: Record<string, unknown>) => ({
        lines: [{ account: '604000', amount: '1.00', vat_code: 'P-M-21', ...fields }],
      });
      const cases: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
        [{ journal_id: file.journal('OD') }, ['journal_id']],
        [{ journal_id: file.journal('NCA') }, ['journal_id']],
        [{ third_party_id: customer.id }, ['third_party_id']],
        [{ third_party_id: null }, ['third_party_id']],
        [{ entry_date: '2025-12-31' }, ['entry_date']],
        [{ entry_date: '2026-02-30', due_date: 'soon' }, ['due_date', 'entry_date']],
        [{ due_date: '2026-03-14' }, ['due_date']],
        [{ lines: [] }, ['lines']],
        [{ lines: null }, ['lines']],
        [line({ amount: '-1.00' }), ['lines']],
        [line({ amount: '0.00' }), ['lines']],
        [line({ amount: null }), ['lines.0.amount']],
        [line({ account: '61' }), ['lines.0.account']],
        [line({ account: null }), ['lines.0.account']],
        [line({ vat_code: null }), ['lines.0.vat_code']],
        [line({ vat_code: 'S-21' }), ['lines.0.vat_code']],
        [line({ vat_code: 'nothing' }), ['lines.0.vat_code']],
        [line({ vat_code: null, vat_code_id: 1 }), ['lines.0.vat_code_id']],
        [{ vat_amounts: { vat_code: 'P-M-21' } }, ['vat_amounts']],
        [{ vat_amounts: [{ amount: 'x' }] }, ['vat_amounts.0.amount']],
        [{ vat_amounts: [{ vat_code: 'P-M-6', amount: '1.00' }] }, ['vat_amounts.0.vat_code']],
      ];
      for (const [fields, errors] of cases) {
        const body = await refused('invoice', purchase(fields));
        expect(Object.keys(body.errors).sort(), JSON.stringify(fields)).to.deep.equal(errors);
        // A preview says the same.
        const shown = await preview({ kind: 'invoice', ...purchase(fields) });
        expect([shown.status, shown.body.errors], JSON.stringify(fields)).to.deep.equal([422, body.errors]);
      }
    });

    it('keeps its VAT codes', async () => {
      await posted('invoice', purchase());
      const id = await vatCode('P-M-21');
      const body = await client.refused(422, 'in_use').delete(`${file.path}/vat-codes/${id}`);
      const [entries] = body.used_by as { resource: string; count: number }[];
      expect(entries!.resource).to.equal('entries');
      expect(entries!.count).to.be.at.least(1);
      await client.refused(422, ['rate']).patch(`${file.path}/vat-codes/${id}`, { rate: '20.00' });
    });
  });

  describe('A credit note', () => {
    it('does the opposite, goes to boxes of its own, and points to the invoice', async () => {
      const invoice = await posted('invoice', sale());
      for (const journal of ['NCV', 'VEN']) {
        const note = await posted(
          'credit-note',
          sale({ journal_id: file.journal(journal), credited_entry_id: invoice.id }),
        );
        expect(inShort(note)).to.deep.equal(['700000 D 100.00', '451000 D 21.00', '400000 C 121.00']);
        expect(note).to.include({ origin: 'credit_note', credited_entry_id: invoice.id });
        const [effect] = note.vat as { base: string; boxes: unknown }[];
        expect(effect!.base).to.equal('-100.00');
        expect(effect!.boxes).to.deep.equal([
          { box: '49', amount: '100.00' },
          { box: '64', amount: '21.00' },
        ]);
        expect((await client.get(`${file.path}/entries/${note.id}`)).body).to.deep.equal(note);
      }
    });

    it('credits only an invoice of the same file, direction and third party that still stands', async () => {
      const other = await service.newCompany(client);
      const stranger = (await client.post(`${other.path}/third-parties`, { type: 'customer', name: 'Autre' })).body;
      const elsewhere = await client.created(`${other.path}/entries/invoice`, {
        ...sale({ journal_id: other.journal('VEN'), third_party_id: stranger.id }),
      });
      const another = await create('third-parties', { type: 'customer', name: 'Maes' });
      const free = await ledger.posted();
      const bought = await posted('invoice', purchase());
      const ofAnother = await posted('invoice', sale({ third_party_id: another.id }));
      const reversed = await posted('invoice', sale());
      await client.created(`${file.path}/entries/${reversed.id}/reverse`, {});
      for (const [id, message] of [
        [elsewhere.id, 'This entry does not exist in the company file.'],
        [999_999_999, 'This entry does not exist in the company file.'],
        [free.id, 'This entry is not an invoice of the same direction as the credit note.'],
        [bought.id, 'This entry is not an invoice of the same direction as the credit note.'],
        [ofAnother.id, 'This invoice belongs to another third party.'],
        [reversed.id, 'This invoice has been reversed. There is nothing left to credit.'],
      ] as const) {
        const note = sale({ journal_id: file.journal('NCV'), credited_entry_id: id });
        expect((await refused('credit-note', note)).errors).to.deep.equal({ credited_entry_id: [message] });
        expect((await preview({ kind: 'credit_note', ...note })).body.errors).to.deep.equal({
          credited_entry_id: [message],
        });
        expect((await refused('batch', { entries: [{ kind: 'credit_note', ...note }] })).errors).to.deep.equal({
          'entries.0.credited_entry_id': [message],
        });
      }
      // What was merged counts for the one that it went into.
      await client.expect(200).post(`${file.path}/third-parties/${another.id}/merge`, { into: customer.id });
      const note = sale({ journal_id: file.journal('NCV'), credited_entry_id: ofAnother.id });
      expect((await posted('credit-note', note)).credited_entry_id).to.equal(ofAnother.id);
    });

    it('is refused below zero', async () => {
      const body = await refused('credit-note', sale({ lines: [{ account: '700000', amount: -1, vat_code: 'S-21' }] }));
      expect(body.errors.lines![0]).to.contain('-1.21');
    });
  });

  describe('A preview', () => {
    it('shows what posting then gives, and records nothing', async () => {
      const note = sale({ journal_id: file.journal('NCV'), reference: 'NC-1' });
      for (const [kind, path, body] of [
        ['free', 'entries', ledger.entry()],
        ['invoice', 'entries/invoice', purchase()],
        ['credit_note', 'entries/credit-note', note],
      ] as const) {
        const before = await service.core.log.readHead();
        const shown = await preview({ kind, ...body });
        expect(shown.status, shown.text).to.equal(200);
        expect(shown.headers.get('x-operation-id')).to.equal(null);
        expect(await service.core.log.readHead()).to.equal(before);
        const entry = await create(path, body);
        const { fiscal_year, period, boxes, lines, ...rest } = shown.body;
        for (const name of Object.keys(rest)) expect(rest[name], `${kind} ${name}`).to.deep.equal(entry[name]);
        expect(rest).to.include.keys('number', 'total_debit', 'vat', 'journal', 'third_party', 'origin', 'due_date');
        expect(lines).to.deep.equal(linesOf(entry).map(({ id: _id, ...line }) => line));
        expect(fiscal_year).to.deep.equal({ id: file.fiscalYearId, code: '2026' });
        expect(period).to.deep.include({ id: entry.period_id, number: 3, ends_on: '2026-03-31T00:00:00.000000Z' });
        if (kind === 'free') expect(boxes).to.deep.equal([]);
      }
    });

    it('adds the boxes of all codes up, in the order of the form and in the language asked for', async () => {
      const { body } = await preview({
        kind: 'invoice',
        ...purchase({
          lines: [
            { account: '604000', amount: '10.00', vat_code: 'P-M-IC-21' },
            { account: '612400', amount: '100.00', vat_code: 'P-S-21-D50' },
            { account: '612400', amount: '1.00', vat_code: 'P-S-6' },
          ],
        }),
      });
      expect(body.boxes.map(({ box, amount }) => `${box}=${amount}`)).to.deep.equal([
        '81=10.00',
        '82=111.50',
        '86=10.00',
        '55=2.10',
        '59=12.66',
      ]);
      expect(body.boxes.at(-1)!.label).to.equal('Deductible VAT');
    });

    it('needs to know what of', async () => {
      for (const [kind, message] of [
        [undefined, 'The “kind” field is required.'],
        [null, 'The “kind” field is required.'],
        ['order', 'The “kind” field must be one of: free, invoice, credit_note.'],
        [7, 'The “kind” field must be one of: free, invoice, credit_note.'],
      ] as const) {
        const body = await expectStatus(preview({ ...purchase(), kind }), 422);
        expect(body.errors, String(kind)).to.deep.equal({ kind: [message] });
      }
      await expectStatus(preview([]), 422);
    });
  });

  describe('A batch', () => {
    it('posts all its entries in order, in one operation, as later GETs show them', async () => {
      const invoice = await posted('invoice', sale());
      const before = (await ledger.posted()).number as number;
      const head = await service.core.log.readHead();
      const answer = await batch([
        ledger.entry({ label: 'First' }),
        { kind: 'invoice', ...purchase() },
        { kind: 'free', ...ledger.entry() },
        { kind: null, ...ledger.entry() },
        { kind: 'credit_note', ...sale({ journal_id: file.journal('NCV'), credited_entry_id: invoice.id }) },
      ]);
      expect(answer.status, answer.text).to.equal(201);
      expect(answer.headers.get('x-operation-id')).to.be.a('string');
      const data = answer.body.data as AnswerBody[];
      expect(data.map((entry) => entry.origin)).to.deep.equal(['free', 'invoice', 'free', 'free', 'credit_note']);
      expect([data[0], data[2], data[3]].map((entry) => entry!.number)).to.deep.equal([
        before + 1,
        before + 2,
        before + 3,
      ]);
      for (const entry of data)
        expect((await client.get(`${file.path}/entries/${entry.id}`)).body).to.deep.equal(entry);
      let appended = 0;
      for await (const events of service.core.log.readAll(head)) appended += events.length;
      expect(appended).to.equal(5);
    });

    it('posts none when one is wrong, and tells everything by index', async () => {
      const body = await refused('batch', {
        entries: [
          ledger.entry(),
          { kind: 'invoice', ...purchase({ third_party_id: customer.id }) },
          ledger.entry({ lines: [{ account: '999999', debit: '1.00' }] }),
        ],
      });
      expect(Object.keys(body.errors)).to.deep.equal([
        'entries.1.third_party_id',
        'entries.2.lines.0.account',
        'entries.2.lines',
      ]);
      const malformed = await refused('batch', {
        entries: [
          ledger.entry(),
          { kind: 'order' },
          7,
          { kind: 'invoice', ...purchase({ lines: [{ account: '604000', amount: '1,00', vat_code: 'P-M-21' }] }) },
          ledger.entry({ journal_id: 'x', lines: [{ account: '604000', debit: '1e3' }] }),
        ],
      });
      expect(Object.keys(malformed.errors)).to.deep.equal([
        'entries.1.kind',
        'entries.2',
        'entries.3.lines.0.amount',
        'entries.4.journal_id',
        'entries.4.lines.0.debit',
      ]);
    });

    it('holds 1 to 500 entries', async () => {
      const one = ledger.entry();
      for (const entries of [undefined, null, {}, [], Array.from({ length: 501 }, () => one)])
        expect(Object.keys((await refused('batch', { entries })).errors)).to.deep.equal(['entries']);
      const answer = await batch(Array.from({ length: 500 }, () => ({ kind: 'invoice', ...purchase() })));
      expect(answer.status, answer.text.slice(0, 300)).to.equal(201);
      const numbers = (answer.body.data as AnswerBody[]).map((entry) => entry.number as number);
      expect(numbers).to.deep.equal(Array.from({ length: 500 }, (_, index) => numbers[0]! + index));
    });

    it('tells a flood of mistakes up to a point', async () => {
      const wrong = { kind: 'invoice', ...purchase({ lines: Array.from({ length: 1_000 }, () => ({})) }) };
      const body = await refused('batch', { entries: Array.from({ length: 200 }, () => wrong) });
      expect(Object.keys(body.errors)).to.have.length(200);
    });

    it('acts once for a mutation id', async () => {
      const headers = { 'X-Client-Mutation-Id': 'batch-once' };
      const entries = [ledger.entry(), { kind: 'invoice', ...purchase() }];
      const first = await expectStatus(batch(entries, headers), 201);
      const again = await batch(entries, headers);
      expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
      expect(again.body).to.deep.equal(first);
      expect((await batch([...entries, ledger.entry()], headers)).body.code).to.equal('idempotency_key_reused');
    });
  });

  it('A locked period refuses them all, with its reason', async () => {
    const [year] = file.body.fiscal_years as { id: number; periods: { id: number }[] }[];
    const lock = `${file.path}/fiscal-years/${year!.id}/periods/${year!.periods[8]!.id}`;
    await client.expect(200).post(`${lock}/lock`);
    const entry_date = '2026-09-09';
    for (const [path, body, field] of [
      ['invoice', purchase({ entry_date }), 'entry_date'],
      ['credit-note', purchase({ entry_date }), 'entry_date'],
      ['preview', { kind: 'free', ...ledger.entry({ entry_date }) }, 'entry_date'],
      [
        'batch',
        { entries: [ledger.entry(), { kind: 'invoice', ...purchase({ entry_date }) }] },
        'entries.1.entry_date',
      ],
    ] as const) {
      const refusal = await refused(path, body);
      expect(refusal, path).to.include({ code: 'period_locked', reason: 'period_locked' });
      expect(Object.keys(refusal.errors), path).to.deep.equal([field]);
    }
    await client.expect(200).post(`${lock}/unlock`);
  });

  it('Amounts are exact or refused, never guessed', async () => {
    const table: readonly (readonly [given: unknown, taken: string | null])[] = [
      ['1e3', null],
      [1e3, '1000.00'],
      ['0.005', null],
      [0.005, null],
      ['-0.00', null],
      ['-0', null],
      ['١٢', null],
      [1.1, '1.10'],
      ['1.1', '1.10'],
      [' 1.10 ', '1.10'],
      ['999999999999999.99', null],
      [999999999999999.99, null],
      ['999999999999.99', '999999999999.99'],
      ['1000000000000.00', null],
      ['1,00', null],
      ['1 000.00', null],
      [0.1 + 0.2, null],
      [0.3, '0.30'],
      ['+1.00', null],
      ['01.00', null],
      ['.50', null],
      ['1.', null],
      ['0x10', null],
      ['NaN', null],
      [true, null],
      [{}, null],
      ['', null],
      [null, null],
    ];
    for (const [given, taken] of table) {
      const why = JSON.stringify(given);
      const lines = [{ account: '604000', amount: given, vat_code: 'P-M-EX' }];
      const { status, body } = await preview({ kind: 'invoice', ...purchase({ lines }) });
      if (taken === null)
        expect([status, Object.keys(body.errors as object)], why).to.deep.equal([422, ['lines.0.amount']]);
      else expect([status, body.lines?.[0]!.debit], why).to.deep.equal([200, taken]);
    }
    // A line of an invoice may take something off; a side of a free entry may not.
    const less = [
      { account: '604000', amount: '2.00', vat_code: 'P-M-EX' },
      { account: '604000', amount: -0.5, vat_code: 'P-M-EX' },
    ];
    expect((await preview({ kind: 'invoice', ...purchase({ lines: less }) })).body.lines[1]).to.include({
      credit: '0.50',
    });
    const side = [
      { account: '604000', debit: '-0.50' },
      { account: '440000', credit: '-0.50' },
    ];
    await expectStatus(preview({ kind: 'free', ...ledger.entry({ lines: side }) }), 422);
  });

  async function vatCode(code: string): Promise<number> {
    const { body } = await client.get<{ id: number; code: string }[]>(`${file.path}/vat-codes`);
    return body.find((one) => one.code === code)!.id;
  }
});
