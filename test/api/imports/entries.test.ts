import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { MAX_IMPORT_ENTRIES } from '../../../api/ledger/import-route.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { send, type Imported } from './support.ts';

describe('Importing entries', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    await firm.client.created(`${file.path}/third-parties`, { type: 'supplier', code: 'F1', name: 'Imprimerie' });
  });

  const importFile = (content: string, fields = {}, headers = {}) =>
    send(firm.client, `${file.path}/entries/import`, content, fields, headers);

  const listFaults = async (content: string): Promise<readonly (string | number | null)[][]> => {
    const { status, body, text } = await importFile(content);
    expect(status, text).to.equal(422);
    return body.faults!.map(({ row, column, code }) => [row, column, code]);
  };

  it('groups rows by journal, date and reference where no column says the entry', async () => {
    const content = [
      'Journal;Date;Pièce;Compte;Tiers;Débit;Crédit;Code TVA',
      'OD;05/01/2026;A-1;604000;;1.234,56;;P-M-21',
      'OD;05/01/2026;B-1;613000;;10;;',
      'OD;05/01/2026;A-1;440000;F1;;1 234,56;',
      'OD;05/01/2026;B-1;550000;;;10;',
    ].join('\n');
    const { status, body, text } = await importFile(content);
    expect(status, text).to.equal(201);
    const { entries } = body as Imported & { entries: readonly Record<string, unknown>[] };
    expect(entries.map(({ rows, reference, total }) => [rows, reference, total])).to.deep.equal([
      [[2, 4], 'A-1', '1234.56'],
      [[3, 5], 'B-1', '10.00'],
    ]);
    const entry = await firm.client.ok<{ lines: readonly { account: { number: string } }[]; vat: unknown[] }>(
      `${file.path}/entries/${String(entries[0]!['id'])}`,
    );
    expect(entry.lines.map(({ account }) => account.number)).to.deep.equal(['604000', '440000']);
    expect(entry.vat).to.have.length(1);
  });

  it('is all or nothing, and says where each rule is broken', async () => {
    const before = (await firm.client.ok(`${file.path}/entries`))['total'];
    const HEAD =
      'entry;journal;entry_date;due_date;reference;account;debit;credit;vat_code;third_party;analytic_codes\n';
    expect(
      await listFaults(
        `${HEAD}1;OD;2026-01-05;2026-01-01;;604000;1;2;;;\n1;;;;;440000;;-1;;;\n2;OD;2026-01-05;;;604000;1;;NOPE;;X:10\n2;;;;;440000;;1;;F9;\n;OD;2026-01-06;;;604000;1;;;;Y:ten\n`,
      ),
    ).to.deep.equal([
      [3, 'credit', 'amount_negative'],
      [5, 'third_party', 'third_party_unknown'],
      [6, 'analytic_codes', 'not_a_number'],
      [6, 'entry', 'required'],
    ]);
    expect(
      await listFaults(
        `${HEAD}1;OD;2026-01-05;2026-01-01;;604000;1;2;;;\n1;;;;;440000;;1;;;\n2;OD;2026-01-05;;;604000;1;;NOPE;;X\n2;;;;;440000;;1;;;\n`,
      ),
    ).to.deep.equal([
      [2, 'due_date', 'due_date_before_entry_date'],
      [2, 'debit', 'line_both_sides'],
      [2, null, 'entry_unbalanced'],
      [4, 'analytic_codes', 'analytic_code_unknown'],
      [4, 'vat_code', 'vat_code_unknown'],
    ]);
    expect((await firm.client.ok(`${file.path}/entries`))['total']).to.equal(before);
  });

  it('is refused in a locked period with its code', async () => {
    const year = await firm.client.ok(`${file.path}/fiscal-years/${file.fiscalYearId}`);
    const [, , march] = year['periods'] as { id: number }[];
    await firm.client.expect(200).post(`${file.path}/fiscal-years/${year.id}/periods/${march!.id}/lock`);
    const { status, body } = await importFile(
      'entry;journal;entry_date;account;debit;credit\n1;OD;2026-03-05;604000;1;\n1;;;440000;;1',
    );
    expect(status).to.equal(422);
    expect(body.code).to.equal('period_locked');
    expect(body.faults).to.have.length(1);
    expect(body.faults![0]).to.deep.include({ row: 2, column: 'entry_date', cell: 'C2', code: 'period_locked' });
  });

  it('happens once under one key, and is undone as one operation', async () => {
    const content =
      'entry;journal;entry_date;account;debit;credit\n1;OD;2026-02-05;604000;7;\n1;;;440000;;7\n2;OD;2026-02-06;604000;8;\n2;;;440000;;8';
    const key = { 'X-Client-Mutation-Id': randomUUID() };
    const first = await importFile(content, {}, key);
    expect(first.status, first.text).to.equal(201);
    const again = await importFile(content, {}, key);
    expect(again.headers.get('x-idempotent-replay')).to.equal('1');
    expect(again.body).to.deep.equal(first.body);
    const operation = first.headers.get('x-operation-id')!;
    const undone = await firm.client.post(`${file.path}/history/operations/${operation}/revert`);
    expect(undone.status, undone.text).to.be.oneOf([200, 201]);
    const { entries } = first.body as Imported & { entries: readonly { id: number }[] };
    for (const { id } of entries)
      expect((await firm.client.ok(`${file.path}/entries/${id}`))['reversed_by_entry_id']).to.be.a('number');
  });

  it('has a limit of entries', async () => {
    const rows = Array.from({ length: MAX_IMPORT_ENTRIES + 1 }, (_, index) => `${index};OD;2026-02-05;604000;1;`);
    const { status, body } = await importFile(`entry;journal;entry_date;account;debit;credit\n${rows.join('\n')}`);
    expect(status).to.equal(422);
    expect(body.code).to.equal('import_too_many_entries');
  });
});
