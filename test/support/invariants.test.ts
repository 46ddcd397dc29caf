import { expect } from 'chai';
import { checkInvariants, type InvariantOptions } from './invariants.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from './service.ts';

/** A check that cannot fail proves nothing. Each test damages the data, expects a report and repairs the data. */
describe('The check of the invariants', () => {
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let other: TestCompany;

  before(async function () {
    // The log is damaged by hand here, which only the engine on PostgreSQL allows.
    if (process.env.TEST_ENGINE === 'eventstoredb') return this.skip();
    service = await startTestService();
    firm = await service.newFirm();
    [file, other] = [await service.newCompany(firm.client), await service.newCompany(firm.client)];
    for (const of of [file, other]) {
      const party = (await firm.client.post(`${of.path}/third-parties`, { type: 'supplier', name: 'A' })).body;
      await firm.client.patch(`${of.path}/third-parties/${party.id}`, { name: 'B' });
      for (let n = 0; n < 3; n += 1) {
        const lines = [
          { account: '604000', debit: '1.00' },
          { account: '440000', credit: '1.00', third_party_id: party.id },
        ];
        const { status } = await firm.client.post(
          `${of.path}/entries`,
          { journal_id: of.journal('OD'), entry_date: '2026-03-15', lines },
          { 'X-Client-Mutation-Id': `entry-${n}` },
        );
        expect(status).to.equal(201);
      }
      // The first of them is paid.
      const { body: payment } = await firm.client.post(`${of.path}/entries`, {
        journal_id: of.journal('OD'),
        entry_date: '2026-03-16',
        lines: [
          { account: '440000', debit: '1.00', third_party_id: party.id },
          { account: '570000', credit: '1.00' },
        ],
      });
      const { body: items } = await firm.client.get(`${of.path}/open-items?as_of=2026-03-15&per_page=1`);
      const line_ids = [...(items['data'] as { id: number }[]), (payment['lines'] as { id: number }[])[0]!];
      const { status } = await firm.client.post(`${of.path}/lettering`, { line_ids: line_ids.map(({ id }) => id) });
      expect(status).to.equal(201);
    }
  });
  after(() => service?.stop());

  const broken = (options?: InvariantOptions) =>
    checkInvariants(service.core, options).then(
      () => '',
      (error: Error) => error.message,
    );

  it('finds nothing wrong with a service that works', async () => {
    expect(await broken({ writes: service.anonymous.writes })).to.equal('');
    expect(service.anonymous.writes.length).to.be.above(8);
  });

  const newest = `(SELECT max(id) FROM read.entries)`;
  const lastEvent = `position = (SELECT max(position) FROM log.events WHERE type = 'EntryPosted')`;
  const damages: readonly (readonly [what: string, sql: string, reported: string])[] = [
    [
      'a line that is not what was posted',
      `UPDATE read.entry_lines SET debit = debit + 1 WHERE entry_id = ${newest} AND line_number = 1`,
      'every entry balances',
    ],
    ['a line that is gone', `DELETE FROM read.entry_lines WHERE entry_id = ${newest}`, 'every entry balances'],
    [
      'an entry in the log that does not balance',
      `UPDATE log.events SET data = jsonb_set(data::jsonb, '{lines,0,debit}', '"2.00"')::json WHERE ${lastEvent}`,
      'every entry balances',
    ],
    [
      'a number that was skipped',
      `UPDATE read.entries SET number = number + 1 WHERE id = ${newest}`,
      'numbers are 1..n',
    ],
    ['a counter that has moved', `UPDATE read.journal_counters SET last_number = last_number + 1`, 'numbers are 1..n'],
    [
      'a number in the log that was skipped',
      `UPDATE log.events SET data = jsonb_set(data::jsonb, '{number}', '9')::json WHERE ${lastEvent}`,
      'numbers are 1..n',
    ],
    [
      'a row that the log does not know',
      `UPDATE read.entries SET label = 'tampered' WHERE id = ${newest}`,
      'read tables equal a replay',
    ],
    ['a balance that is off', `UPDATE read.balances SET debit = debit + 0.01`, 'balances are sums of lines'],
    ['a balance of a third party that is gone', `DELETE FROM read.third_party_balances`, 'balances are sums of lines'],
    [
      'a line that counts as settled without a lettering',
      `UPDATE read.entry_lines SET settled = debit - credit`,
      'settled is what letterings say',
    ],
    [
      'a lettering that was undone by halves',
      `UPDATE read.lettering_lines SET is_undone = true WHERE amount > 0`,
      'settled is what letterings say',
    ],
    [
      'a closed year that handed nothing on',
      `UPDATE read.fiscal_years SET closing = json_build_object('next_fiscal_year_id', 0)`,
      'closed years are carried',
    ],
    [
      'an entry that is reversed by none',
      `UPDATE read.entries SET status = 'reversed' WHERE id = ${newest}`,
      'reversals are linked',
    ],
    [
      'a mutation that acted twice',
      `UPDATE log.events SET metadata = jsonb_set(metadata::jsonb, '{client_mutation_id}', '"entry-0"')::json WHERE ${lastEvent}`,
      'mutation ids act once',
    ],
    [
      'a hole in the feed',
      `UPDATE read.changes SET seq = seq + 1000 WHERE (company_id, seq) IN (SELECT company_id, max(seq) FROM read.changes GROUP BY company_id)`,
      'the feed is complete',
    ],
    [
      'a change that is missing from the feed',
      `DELETE FROM read.changes WHERE resource = 'entries' AND record_id = ${newest}`,
      'the feed is complete',
    ],
    [
      'a version that the feed does not have',
      `UPDATE read.third_parties SET version = version + 1`,
      'the feed is complete',
    ],
    [
      'an event that was changed',
      `UPDATE log.events SET data = jsonb_set(data::jsonb, '{label}', '"tampered"')::json WHERE ${lastEvent}`,
      'the hash chain verifies',
    ],
    ['an event that was taken out', `DELETE FROM log.events WHERE type = 'RecordUpdated'`, 'the hash chain verifies'],
    [
      'a hash that was made anew for it',
      `UPDATE log.events SET metadata = jsonb_set(metadata::jsonb, '{prev_hash}', '"00"')::json WHERE ${lastEvent}`,
      'the hash chain verifies',
    ],
    [
      'an account of another company file',
      `UPDATE read.entry_lines l SET account_id = (SELECT min(id) FROM read.accounts a WHERE a.company_id <> l.company_id) WHERE l.entry_id = ${newest}`,
      'company files are apart',
    ],
    [
      'a journal of another company file',
      `UPDATE read.entries e SET journal_id = (SELECT min(id) FROM read.journals j WHERE j.company_id <> e.company_id) WHERE e.id = ${newest}`,
      'company files are apart',
    ],
    [
      'a reference of a record to another company file',
      `UPDATE read.third_parties t SET account_id = (SELECT min(id) FROM read.accounts a WHERE a.company_id <> t.company_id)`,
      'company files are apart',
    ],
  ];
  for (const [what, sql, reported] of damages) {
    it(`tells of ${what}`, async () => {
      const schemas = [
        'read.entry_lines',
        'read.entries',
        'read.journal_counters',
        'read.balances',
        'read.third_party_balances',
        'read.lettering_lines',
        'read.fiscal_years',
        'read.changes',
        'read.third_parties',
        'log.events',
      ];
      const [table] = schemas.filter(
        (name) => new RegExp(`(UPDATE|FROM) ${name}\\b`).exec(sql)?.index === (sql.startsWith('DELETE') ? 7 : 0),
      );
      await service.core.pool.query(`CREATE TABLE kept AS SELECT * FROM ${table}`);
      try {
        const { rowCount } = await service.core.pool.query(sql);
        expect(rowCount, 'the damage is done').to.be.above(0);
        expect(await broken()).to.contain(`${reported}: `);
      } finally {
        await service.core.pool.query(`TRUNCATE ${table}; INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`);
      }
    });
  }

  it('tells of an acknowledged write that is nowhere, by operation, mutation and record', async () => {
    const lost = {
      method: 'POST',
      path: `${file.path}/entries`,
      status: 201,
      mutationId: 'never',
      operationId: '00000000-0000-4000-8000-000000000000',
      recordId: 999_999,
    };
    const message = await broken({ writes: [lost] });
    expect(message).to.contain('no operation').and.contain('no mutation never').and.contain('no entries 999999');
    expect(await broken({ writes: [{ ...lost, operationId: null, status: 200 }] }), 'nothing was recorded').to.equal(
      '',
    );
  });

  it('asks for no mutation where messages are received, which have none', async () => {
    const operationId = (await service.events(file.id))[0]!.metadata.operation_id!;
    const received = { method: 'POST', status: 200, mutationId: 'never', operationId, recordId: null };
    expect(await broken({ writes: [{ ...received, path: `${file.path}/peppol/receive` }] })).to.equal('');
    expect(await broken({ writes: [{ ...received, path: `${file.path}/peppol/send` }] })).to.contain(
      'no mutation never',
    );
  });

  it('tells of a reader that missed a change, not of one that is behind', async () => {
    const cursor = 1_000_000;
    expect(await broken({ readers: [{ companyId: file.id, cursor, seen: new Map() }] })).to.contain(
      'feed readers missed nothing: ',
    );
    expect(await broken({ readers: [{ companyId: file.id, cursor: 0, seen: new Map() }] })).to.equal('');
  });
});
