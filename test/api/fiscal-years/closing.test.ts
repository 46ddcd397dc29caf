import { expect } from 'chai';
import { toBookDate } from '../../../domain/dates.ts';
import { expectRefusal, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly count?: number;
  readonly amount?: string;
  readonly links: readonly { readonly label?: string; readonly href: string }[];
}

interface Closing {
  readonly result: string;
  readonly appropriation_entry_id: number | null;
  readonly closing_entry_id: number | null;
  readonly opening_entry_id: number | null;
  readonly next_fiscal_year_id: number;
}

describe('Closing a fiscal year', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let year: string;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    file = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' } });
    year = `${file.path}/fiscal-years/${file.fiscalYearId}`;
  });

  type Line = readonly [account: string, debit: string | null, credit: string | null, thirdParty?: number];
  const entry = (entry_date: string, ...lines: Line[]) => ({
    journal_id: file.journal('OD'),
    entry_date,
    lines: lines.map(([account, debit, credit, third_party_id]) => ({ account, debit, credit, third_party_id })),
  });
  const post = (entry_date: string, ...lines: Line[]): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/entries`, entry(entry_date, ...lines));
  const sale = (amount = '100.00') => post('2024-06-30', ['550000', amount, null], ['700000', null, amount]);
  const close = async (): Promise<AnswerBody & { readonly closing: Closing }> => {
    const body = await firm.client.expect(200).post(`${year}/close`);
    return body as AnswerBody & { readonly closing: Closing };
  };
  const check = async (path = year) => {
    const body = await firm.client.ok(`${path}/closing-check`);
    return body as AnswerBody & { readonly checks: readonly Finding[] };
  };
  const balances = async (yearId: number) =>
    (
      await service.core.pool.query<{ number: string; balance: string }>(
        `SELECT a.number, sum(b.debit - b.credit)::numeric(20,2) AS balance FROM read.balances b JOIN read.accounts a ON a.id = b.account_id
         WHERE b.company_id = $1 AND b.fiscal_year_id = $2 GROUP BY a.number HAVING sum(b.debit) <> sum(b.credit) ORDER BY a.number`,
        [file.id, yearId],
      )
    ).rows.map(({ number, balance }) => [number, balance]);
  const linesOf = async (entryId: number | null) => {
    const { body } = await firm.client.get(`${file.path}/entries/${entryId}`);
    const lines = body.lines as { account: { number: string }; debit: string; credit: string }[];
    return { body, lines: lines.map(({ account, debit, credit }) => [account.number, debit, credit]) };
  };

  it('is checked first: what it would do, and what to know', async () => {
    await sale();
    const customer = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Client' });
    const twin = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Client bis' });
    const supplier = await firm.client.post(`${file.path}/third-parties`, { type: 'supplier', name: 'Fournisseur' });
    await post('2024-07-01', ['499000', '12.50', null], ['400000', null, '12.50', twin.body.id]);
    await post('2024-07-02', ['440000', '5.00', null, supplier.body.id], ['550000', null, '5.00']);
    await firm.client.post(`${file.path}/third-parties/${twin.body.id}/merge`, { into: customer.body.id });
    const { checks, ...reported } = await check();
    expect(reported).to.deep.equal({
      fiscal_year_id: file.fiscalYearId,
      can_close: true,
      result: '100.00',
      outcome: 'profit',
      brought_forward: '0.00',
      to_transfer: '100.00',
      transfer_account: '140000',
      next_fiscal_year: null,
    });
    const summary = ({ code, severity, count, amount }: Finding) => [code, severity, count, amount];
    expect(checks.map(summary)).to.deep.equal([
      ['suspense_accounts_not_empty', 'warning', 1, '12.50'],
      ['customers_in_credit', 'warning', 1, '-12.50'],
      ['suppliers_in_debit', 'warning', 1, '5.00'],
      ['periods_not_locked', 'info', 12, undefined],
      ['next_fiscal_year_missing', 'info', undefined, undefined],
    ]);
    expect(checks[1]!.links[0]).to.include({ label: 'Client' });
    for (const { links, code } of checks)
      for (const { href } of links) {
        const { status } = await firm.client.get(href.slice(service.url.length));
        expect(status, `${code}: ${href}`).to.equal(200);
      }
  });

  it('and posting tell of cash that was in credit on some day', async () => {
    const warningsOf = (body: AnswerBody) =>
      ((body.warnings ?? []) as { code: string; message: string }[]).map(({ code, message }) => [code, message]);
    const inCredit = (amount: string) => [
      'cash_in_credit',
      `Cash account 570000 is in credit by ${amount}. Cash cannot be negative: check the date and the amount.`,
    ];
    const fund = await post('2024-03-01', ['570000', '100.00', null], ['550000', null, '100.00']);
    expect(warningsOf(fund)).to.deep.equal([]);
    const spent = entry('2024-02-01', ['604000', '30.00', null], ['570000', null, '30.00']);
    const { body: preview } = await firm.client.post(`${file.path}/entries/preview`, { kind: 'free', ...spent });
    expect(warningsOf(preview)).to.deep.equal([inCredit('30.00')]);
    expect(warningsOf(await firm.client.created(`${file.path}/entries`, spent))).to.deep.equal([inCredit('30.00')]);
    // Enough at the end of the year, and on that day, but not on the days before the money came.
    expect(warningsOf(await post('2024-04-01', ['604000', '20.00', null], ['570000', null, '20.00']))).to.deep.equal(
      [],
    );
    const batch = await firm.client.created(`${file.path}/entries/batch`, {
      entries: [{ kind: 'free', ...entry('2024-02-02', ['604000', '5.00', null], ['570000', null, '5.00']) }],
    });
    expect(warningsOf((batch.data as AnswerBody[])[0]!)).to.deep.equal([inCredit('35.00')]);
    const { checks } = await check();
    const found = checks.find(({ code }) => code === 'cash_in_credit');
    expect(found).to.deep.include({ severity: 'warning', count: 1, amount: '-35.00' });
    expect(found!.links[0]!.label).to.equal('570000');
  });

  it('carries French balances in a journal of their own, which stays when the closing is undone', async () => {
    const own = await service.newCompany(firm.client, {
      country_pack: 'FR',
      fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
    });
    await firm.client.created(`${own.path}/entries`, {
      journal_id: own.journal('OD'),
      entry_date: '2024-06-30',
      lines: [
        { account: '512000', debit: '100.00' },
        { account: '706000', credit: '100.00' },
      ],
    });
    const path = `${own.path}/fiscal-years/${own.fiscalYearId}`;
    const journalsOf = async () => {
      const { body } = await firm.client.get<
        { code: string; type: string }[] | { data: { code: string; type: string }[] }
      >(`${own.path}/journals`);
      return (Array.isArray(body) ? body : body.data).filter(({ code }) => code === 'AN');
    };
    const openingOf = async (answer: AnswerBody) => {
      const { opening_entry_id: id } = (answer as AnswerBody & { closing: Closing }).closing;
      const opening = await firm.client.ok(`${own.path}/entries/${id!}`);
      return [(opening.journal as { code: string }).code, opening.number];
    };
    expect(await journalsOf()).to.have.length(0);
    const closed = await firm.client.post(`${path}/close`, {});
    expect(closed.status, closed.text).to.equal(200);
    expect(await openingOf(closed.body)).to.deep.equal(['AN', 1]);
    const operation = closed.headers.get('x-operation-id')!;
    await firm.client.expect(200).post(`${own.path}/history/operations/${operation}/revert`, {});
    expect(await journalsOf()).to.have.length(1);
    // The reversal has the second number.
    expect(await openingOf(await firm.client.expect(200).post(`${path}/close`, {}))).to.deep.equal(['AN', 3]);
  });

  it('is checked in the language of the reader', async () => {
    await post('2024-07-01', ['499000', '12.50', null], ['550000', null, '12.50']);
    const expected = {
      fr: 'Des comptes d’attente ne sont pas soldés (499000) : 12,50.',
      nl: 'Wachtrekeningen zijn niet aangezuiverd (499000): 12,50.',
      en: 'Suspense accounts are not cleared (499000): 12.50.',
      de: 'Zwischenkonten sind nicht ausgeglichen (499000): 12,50.',
    };
    for (const [locale, message] of Object.entries(expected)) {
      const reader = await service.newMember(firm, 'reviewer', { locale: locale as 'fr' });
      const { body } = await reader.client.get(`${year}/closing-check`);
      expect((body.checks as Finding[])[0]!.message).to.equal(message);
    }
  });

  it('transfers the result, opens the next year with the balances, and tells whoever listens', async () => {
    await sale();
    await post('2024-12-31', ['612400', '30.00', null], ['550000', null, '30.00']);
    const answer = await firm.client.post(`${year}/close`, undefined, { 'X-Base-Version': '1' });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get('x-operation-id')).to.be.a('string');
    expect(answer.headers.get('etag')).to.equal('"v2"');
    expect(answer.body).to.deep.include({ is_closed: true, closed_by: firm.admin.id, version: 2 });
    expect(answer.body.closed_at).to.match(/^\d{4}-\d\d-\d\dT/);
    const closing = answer.body.closing as Closing;
    expect(closing.result).to.equal('70.00');
    expect((await firm.client.get(year)).body).to.deep.equal(answer.body);

    const appropriation = await linesOf(closing.appropriation_entry_id);
    expect(appropriation.body).to.include({ origin: 'appropriation', entry_date: '2024-12-31T00:00:00.000000Z' });
    expect(appropriation.lines).to.deep.equal([
      ['140000', '0.00', '70.00'],
      ['693', '70.00', '0.00'],
    ]);
    const zeroing = await linesOf(closing.closing_entry_id);
    expect(zeroing.body).to.include({ origin: 'closing', number: 4, status: 'posted' });
    expect(zeroing.lines).to.deep.equal([
      ['612400', '0.00', '30.00'],
      ['693', '0.00', '70.00'],
      ['700000', '100.00', '0.00'],
    ]);
    const opening = await linesOf(closing.opening_entry_id);
    expect(opening.body).to.include({
      origin: 'opening',
      number: 1,
      entry_date: '2025-01-01T00:00:00.000000Z',
      fiscal_year_id: closing.next_fiscal_year_id,
    });
    expect(opening.lines).to.deep.equal([
      ['140000', '0.00', '70.00'],
      ['550000', '70.00', '0.00'],
    ]);
    const next = await firm.client.get(`${file.path}/fiscal-years/${closing.next_fiscal_year_id}`);
    expect(next.body).to.include({ code: '2025', is_closed: false, closing: null });
    expect(await balances(closing.next_fiscal_year_id)).to.deep.equal(await balances(file.fiscalYearId));

    const { rows } = await service.core.pool.query<{ data: object }>(
      `SELECT data FROM ops.outbox WHERE event = 'fiscal_year.closed' AND (data->>'id')::bigint = $1`,
      [file.fiscalYearId],
    );
    expect(rows.map(({ data }) => data)).to.deep.equal([
      {
        id: file.fiscalYearId,
        code: '2024',
        starts_on: '2024-01-01',
        ends_on: '2024-12-31',
        closed_at: answer.body.closed_at,
      },
    ]);
    expect((await check()).checks.map(({ code }) => code)).to.deep.equal(['fiscal_year_already_closed']);
    expect(await check()).to.include({ can_close: false, result: '70.00', to_transfer: '0.00' });
  });

  it('works for companies of every country, in a loss too', async () => {
    for (const [country_pack, bank, cost, equity, waiting] of [
      ['FR', '512000', '606400', '129000', '129000'],
      ['LU', '513101', '60313', '142', '1411'],
    ] as const) {
      file = await service.newCompany(firm.client, {
        country_pack,
        fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
      });
      year = `${file.path}/fiscal-years/${file.fiscalYearId}`;
      await post('2024-03-03', [cost, '8.00', null], [bank, null, '8.00']);
      const { closing } = await close();
      expect(closing).to.include({ result: '-8.00' });
      expect(closing.appropriation_entry_id).to.equal(null);
      expect((await linesOf(closing.opening_entry_id)).lines).to.deep.equal([
        [waiting, '8.00', '0.00'],
        [bank, '0.00', '8.00'],
      ]);
      expect((await linesOf(closing.closing_entry_id)).lines).to.have.deep.members([
        [cost, '0.00', '8.00'],
        [equity, '8.00', '0.00'],
      ]);
      expect(await balances(closing.next_fiscal_year_id)).to.deep.equal(
        [
          [waiting, '8.00'],
          [bank, '-8.00'],
        ].sort(([one], [other]) => (one! < other! ? -1 : 1)),
      );
    }
  });

  it('lets a Luxembourg result open where it waits, and not where the next one will stand', async () => {
    file = await service.newCompany(firm.client, {
      country_pack: 'LU',
      fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
    });
    year = `${file.path}/fiscal-years/${file.fiscalYearId}`;
    await post('2024-03-03', ['60313', '8.00', null], ['513101', null, '8.00']);
    const { closing } = await close();
    await post('2025-03-03', ['60313', '1.00', null], ['513101', null, '1.00']);
    const opening = await linesOf(closing.opening_entry_id);
    expect(opening.lines, 'the entry itself').to.deep.equal([
      ['1411', '8.00', '0.00'],
      ['513101', '0.00', '8.00'],
    ]);
    expect(opening.body).to.include({
      total_debit: '8.00',
      total_credit: '8.00',
      entry_date: '2025-01-01T00:00:00.000000Z',
    });
    const journal = await firm.client.get<{ data: { lines: { account: { number: string } }[] }[] }>(
      `${file.path}/entries?fiscal_year_id=${closing.next_fiscal_year_id}&to=2025-01-01`,
    );
    expect(
      journal.body.data.map(({ lines }) => lines.map(({ account }) => account.number)),
      'nothing else is posted on the first day',
    ).to.deep.equal([['1411', '513101']]);
    const rows = async (query: string) => {
      const { body } = await firm.client.get<{ rows: Record<string, string & { number: string }>[] }>(
        `${file.path}/reports/trial-balance?${query}`,
      );
      return body.rows
        .map(({ account, opening_debit, opening_credit, period_debit, period_credit }) => [
          account!.number,
          `${opening_debit}/${opening_credit}`,
          `${period_debit}/${period_credit}`,
        ])
        .filter(([number]) => number!.startsWith('14'));
    };
    for (const query of [
      `fiscal_year_id=${closing.next_fiscal_year_id}`,
      'from=2025-01-01&to=2025-01-15',
      'from=2025-02-10&to=2025-12-31',
    ])
      expect(await rows(query), query).to.deep.equal([['1411', '8.00/0.00', '0.00/0.00']]);
    expect(await rows('from=2024-01-01&to=2025-12-31'), 'over both years it moves').to.deep.equal([
      ['1411', '0.00/0.00', '8.00/0.00'],
      ['142', '0.00/0.00', '8.00/8.00'],
    ]);
    const ledger = async (query: string) => {
      const { body } = await firm.client.get<{ accounts: Record<string, unknown>[]; data: unknown[] }>(
        `${file.path}/reports/general-ledger?${query}&account_from=14&account_to=14`,
      );
      return [
        body.accounts.map(({ account, opening_balance, closing_balance, movements_count }) => [
          (account as { number: string }).number,
          opening_balance,
          closing_balance,
          movements_count,
        ]),
        body.data.length,
      ];
    };
    expect(await ledger(`fiscal_year_id=${closing.next_fiscal_year_id}`)).to.deep.equal([
      [['1411', '8.00', '8.00', 0]],
      0,
    ]);
    expect(await ledger('from=2024-01-01&to=2025-12-31')).to.deep.equal([
      [
        ['1411', '0.00', '8.00', 1],
        ['142', '0.00', '0.00', 2],
      ],
      3,
    ]);
    const csv = await firm.client.get(
      `${file.path}/reports/trial-balance?fiscal_year_id=${closing.next_fiscal_year_id}`,
      {
        Accept: 'text/csv',
      },
    );
    expect(csv.text)
      .to.contain('1411')
      .and.not.match(/^"?142"?[;,]/m);
    for (const [number, opening, moved] of [
      ['1411', '8.00', [0, 1]],
      ['142', '0.00', [0, 2]],
    ] as const) {
      const account = `${file.path}/accounts/${file.account(number)}`;
      const { body } = await firm.client.get<{ periods: { starts_on: string; closing_balance: string }[] }>(
        `${account}/balance`,
      );
      const january = body.periods.find(({ starts_on }) => starts_on.startsWith('2025-01-01'))!;
      expect(january.closing_balance, number).to.equal(opening);
      const since = await firm.client.get(`${account}/ledger?from=2025-01-01`);
      const ever = await firm.client.get(`${account}/ledger`);
      expect(since.body, number).to.include({ opening_balance: opening });
      expect([since.body.total, ever.body.total], number).to.deep.equal(moved);
    }
    await firm.client.post(`${year}/reopen`);
    const provisional = [['142', '8.00/0.00', '0.00/0.00']];
    expect(await rows(`fiscal_year_id=${closing.next_fiscal_year_id}`), 'not closed any more').to.deep.equal(
      provisional,
    );
  });

  it('refuses what is done, stale, unknown or in the way', async () => {
    await sale();
    const refusedAt = async (path: string, body?: unknown, headers?: Record<string, string>) => {
      const head = await service.core.log.readHead();
      const answer = await firm.client.post(path, body, headers);
      expect(await service.core.log.readHead(), 'nothing is appended').to.equal(head);
      expect(answer.headers.get('x-operation-id')).to.equal(null);
      return answer;
    };
    const stale = await refusedAt(`${year}/close`, {}, { 'X-Base-Version': '7' });
    expect([stale.status, stale.body.code, stale.body.server_version]).to.deep.equal([409, 'conflict', 1]);
    expect(stale.body.server_data).to.include({ code: '2024' });
    for (const journal_id of ['x', 999_999_999, file.journal('ACH')]) {
      const answer = await refusedAt(`${year}/close`, { journal_id });
      expect([answer.status, Object.keys(answer.body.errors)], String(journal_id)).to.deep.equal([422, ['journal_id']]);
    }
    await expectRefusal(refusedAt(`${year}/reopen`), 422, 'fiscal_year_not_closed');
    const other = await service.newCompany(firm.client);
    for (const action of ['close', 'reopen', 'opening-balance']) {
      const path = `${file.path}/fiscal-years/${other.fiscalYearId}/${action}`;
      const body = action === 'opening-balance' ? { lines: [] } : {};
      expect((await refusedAt(path, body)).status, action).to.equal(404);
    }
    await firm.client.refused(404).get(`${file.path}/fiscal-years/${other.fiscalYearId}/closing-check`);

    const later = await firm.client.post(`${file.path}/fiscal-years`, {
      starts_on: '2025-01-01',
      ends_on: '2025-12-31',
    });
    const laterYear = `${file.path}/fiscal-years/${later.body.id}`;
    const blocked = await expectRefusal(refusedAt(`${laterYear}/close`), 422, 'closing_blocked');
    expect(blocked.checks).to.deep.equal(['previous_fiscal_year_open']);
    expect(blocked.errors.id).to.have.length(1);
    expect(await check(laterYear)).to.include({ can_close: false });

    await close();
    await expectRefusal(refusedAt(`${year}/close`), 422, 'fiscal_year_already_closed');
    await firm.client.expect(200).post(`${laterYear}/close`);
    await expectRefusal(refusedAt(`${year}/reopen`), 422, 'next_fiscal_year_closed');
  });

  it('keeps every write out of the closed year, with the reason', async () => {
    await sale();
    await close();
    const { body } = await firm.client.get(year);
    const period = (body.periods as { id: number }[])[11]!.id;
    const refusals = [
      await firm.client.post(
        `${file.path}/entries`,
        entry('2024-12-31', ['550000', '1.00', null], ['700000', null, '1.00']),
      ),
      await firm.client.post(`${year}/opening-balance`, { lines: [{ account: '550000', debit: '1.00' }] }),
      await firm.client.post(`${year}/periods/${period}/lock`),
      await firm.client.post(`${year}/periods/${period}/unlock`),
      await firm.client.patch(year, { ends_on: '2024-11-30' }),
      await firm.client.delete(year),
    ];
    for (const { status, body: answer, text } of refusals) {
      expect(status, text).to.equal(422);
      expect(answer, text).to.include({ code: 'period_locked', reason: 'fiscal_year_closed' });
      expect(Object.keys(answer.errors)).to.have.length(1);
      expect(answer).to.have.all.keys('message', 'code', 'reason', 'errors', 'error_codes');
    }
    expect((await firm.client.patch(year, { code: 'EX24' })).body).to.include({ code: 'EX24', is_closed: true });
    await firm.client.refused(422, ['starts_on']).post(`${file.path}/fiscal-years`, {
      starts_on: '2023-01-01',
      ends_on: '2023-12-31',
    });
    await post('2025-01-01', ['550000', '1.00', null], ['700000', null, '1.00']);
    // What was carried into the next year as an asset would be a result there.
    const retyped = await firm.client.patch(`${file.path}/accounts/${file.account('550000')}`, { type: 'income' });
    expect([retyped.status, Object.keys(retyped.body.errors)]).to.deep.equal([422, ['type']]);
  });

  it('is undone by an administrator, and can be done again', async () => {
    const posted = await sale();
    const untouched = await balances(file.fiscalYearId);
    const { closing } = await close();
    const manager = await service.newMember(firm, 'manager');
    await manager.client.refused(403).post(`${year}/reopen`);
    const byHand = await firm.client.post(`${file.path}/entries/${closing.closing_entry_id}/reverse`);
    expect([byHand.status, byHand.body.code]).to.deep.equal([422, 'entry_not_reversible']);

    expect(await firm.client.expect(200).post(`${year}/reopen`, undefined, { 'X-Base-Version': '2' })).to.deep.include({
      is_closed: false,
      closed_at: null,
      closed_by: null,
      closing: null,
      version: 3,
    });
    expect(await balances(file.fiscalYearId)).to.deep.equal(untouched);
    expect(await balances(closing.next_fiscal_year_id)).to.deep.equal([]);
    const original = await linesOf(closing.opening_entry_id);
    expect(original.body).to.include({ status: 'reversed', origin: 'opening' });
    const reversal = await linesOf(original.body.reversed_by_entry_id as number);
    expect(reversal.body).to.include({
      reversed_entry_id: closing.opening_entry_id,
      origin: 'opening',
      entry_date: '2025-01-01T00:00:00.000000Z',
    });
    await firm.client.refused(422, 'entry_not_reversible').post(`${file.path}/entries/${reversal.body.id}/reverse`);
    await firm.client.created(`${file.path}/entries/${posted.id}/reverse`, { entry_date: '2024-12-31' });

    const again = await close();
    expect(again.closing).to.include({
      result: '0.00',
      appropriation_entry_id: null,
      next_fiscal_year_id: closing.next_fiscal_year_id,
    });
    const { rows } = await service.core.pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM ops.outbox WHERE event = 'fiscal_year.closed' AND (data->>'id')::bigint = $1`,
      [file.fiscalYearId],
    );
    expect(rows[0]!.count).to.equal(2);
  });

  it('happens once, however often it is asked for, and loses nothing that is posted meanwhile', async () => {
    await sale();
    const requested = await Promise.all([
      ...Array.from({ length: 4 }, () => firm.client.post(`${year}/close`)),
      ...Array.from({ length: 6 }, () =>
        firm.client.post(
          `${file.path}/entries`,
          entry('2024-12-31', ['612400', '1.00', null], ['550000', null, '1.00']),
        ),
      ),
    ]);
    const statuses = requested.map(({ status }) => status);
    expect(statuses.slice(0, 4).sort()).to.deep.equal([200, 422, 422, 422]);
    const taken = statuses.slice(4).filter((status) => status === 201).length;
    const { closing } = (await firm.client.get(year)).body as AnswerBody & { closing: Closing };
    expect(closing.result).to.equal(`${100 - taken}.00`);
    expect(await balances(closing.next_fiscal_year_id)).to.deep.equal(await balances(file.fiscalYearId));
    const headers = { 'X-Client-Mutation-Id': 'reopen-it' };
    const first = await firm.client.post(`${year}/reopen`, undefined, headers);
    const second = await firm.client.post(`${year}/reopen`, undefined, headers);
    expect([first.status, second.status, second.headers.get('x-idempotent-replay')]).to.deep.equal([200, 200, '1']);
    expect(second.body).to.deep.equal(first.body);
  });

  it('goes by plain dates: the last second of the year in Brussels is the last day of the year', async () => {
    expect(toBookDate(new Date('2026-12-31T23:59:59+01:00'))).to.equal('2026-12-31');
    expect(toBookDate(new Date('2027-01-01T00:00:00+01:00'))).to.equal('2027-01-01');
    expect(toBookDate(new Date('2026-03-29T23:59:59+02:00'))).to.equal('2026-03-29');
    expect(toBookDate(new Date('2026-10-25T23:59:59+01:00'))).to.equal('2026-10-25');
    await post('2024-12-31', ['550000', '9.00', null], ['700000', null, '9.00']);
    await close();
    const answer = await firm.client.post(
      `${file.path}/entries`,
      entry('2024-12-31', ['550000', '1.00', null], ['700000', null, '1.00']),
      { 'X-Occurred-At': new Date().toISOString() },
    );
    expect(answer.body).to.include({ code: 'period_locked', reason: 'fiscal_year_closed' });
    const first = await post('2025-01-01', ['550000', '1.00', null], ['700000', null, '1.00']);
    expect(first).to.include({ number: 2, entry_date: '2025-01-01T00:00:00.000000Z' });
  });
});
