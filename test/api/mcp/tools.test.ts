import { expect } from 'chai';
import { readTools, writeTools } from '../../../api/mcp/tool.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { connectModel, fillBooks, INJECTION, openHttp, type Books, type Model, type ToolBody } from './support.ts';

describe('Tools for language models', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let books: Books;
  let reader: Model;
  let writer: Model;
  let company: string;
  const called = new Set<string>();

  const connect = async (abilities: readonly string[], userId = firm.admin.id): Promise<Model> => {
    const transport = openHttp(service.url, await service.integrationToken(userId, abilities));
    return connectModel(transport, (name) => called.add(name));
  };
  const ofFile = (args: object = {}): object => ({ company, ...args });
  const countEntries = async (): Promise<number> => (await firm.client.ok(`${file.path}/entries`))['total'] as number;
  const entry = () => ({
    journal_id: file.journal('OD'),
    entry_date: '2026-03-01',
    label: 'Loyer',
    lines: [
      { account_id: file.account('610000'), debit: '500.00' },
      { account_id: file.account('550000'), credit: '500.00' },
    ],
  });

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    company = file.token;
    books = await fillBooks(firm, file);
    [reader, writer] = [await connect(['read']), await connect(['read', 'write'])];
  });
  after(async () => {
    await Promise.all([reader, writer].map(({ client }) => client.close()));
  });

  it('show write tools, marked as such, only to tokens that may write', async () => {
    const names = async (model: Model) => (await model.client.listTools()).tools.map(({ name }) => name);
    expect(await names(reader)).to.deep.equal(readTools.map(({ name }) => name));
    expect(await names(writer)).to.deep.equal([...readTools, ...writeTools].map(({ name }) => name));
    expect(await names(await connect(['sync']))).to.deep.equal([]);
    const { tools } = await writer.client.listTools();
    const marked = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(marked.map(({ name }) => name)).to.deep.equal(writeTools.map(({ name }) => name));
    for (const { inputSchema } of marked) expect(inputSchema.properties).to.include.keys('dry_run', 'confirm');
    const undo = tools.find(({ name }) => name === 'undo_operation')!;
    expect(undo.annotations?.destructiveHint).to.equal(true);
    expect(undo.inputSchema.required).to.deep.equal(['company', 'operation']);
    expect(JSON.stringify(tools).length, 'all tools together').to.be.below(80_000);
  });

  it('refuse what the token, the firm or the arguments do not allow, with a code', async () => {
    expect(await reader.refused('post_entry', ofFile(entry()))).to.equal('token_ability_missing');
    const stranger = await service.newFirm({ name: 'Autre' });
    const theirs = await service.newCompany(stranger.client);
    expect(await reader.refused('get_company', { company: theirs.token })).to.equal('not_found');
    expect(await reader.refused('list_entries', { company: '../../v1/me' })).to.equal('not_found');
    expect(await reader.refused('list_entries', {})).to.equal('validation_failed');
    expect(await reader.refused('list_entries', ofFile({ frm: '2026-01-01' }))).to.equal('unknown_field');
    expect(await reader.refused('list_entries', ofFile({ cursor: 'x' }))).to.equal('validation_failed');
    expect(await reader.refused('get_report', ofFile({ report: 'secrets' }))).to.equal('validation_failed');
    expect(await writer.refused('post_entry', ofFile({ lines: [] }))).to.equal('validation_failed');
    const unknown = await reader.client.callTool({ name: 'drop_tables' }).catch((error: Error) => error.message);
    expect(unknown).to.contain('Unknown tool');
  });

  it('give lists as small tables with a cursor', async () => {
    const first = await reader.ok('list_accounts', ofFile({ limit: 2 }));
    expect(first).to.include({ cursor: '2' });
    expect(first.columns).to.deep.equal(['id', 'number', 'label', 'type', 'is_postable', 'is_letterable', 'is_active']);
    const second = await reader.ok('list_accounts', ofFile({ limit: 2, cursor: first.cursor }));
    expect(second.rows[0]![0]).to.not.be.oneOf(first.rows.map(([id]) => id));
    const history = await reader.ok('list_history', ofFile({ limit: 1 }));
    expect(history).to.include({ cursor: '2' });
    const next = await reader.ok('list_history', ofFile({ limit: 1, cursor: '2' }));
    expect(next.rows[0]![0]).to.be.below(history.rows[0]![0] as number);
    expect((await reader.ok('list_companies')).rows[0]![0]).to.equal(company);
  });

  it('read everything that a day of bookkeeping needs', async () => {
    const year = file.fiscalYearId;
    expect(await reader.ok('get_company', ofFile())).to.include({ public_token: company });
    await reader.ok('get_dashboard', ofFile());
    await reader.ok('list_fiscal_years', ofFile());
    expect(await reader.ok('check_closing', ofFile({ id: year }))).to.have.property('can_close');
    await reader.ok('get_account_ledger', ofFile({ id: file.account('700000') }));
    for (const list of ['list_journals', 'list_vat_codes', 'list_third_parties', 'list_documents']) {
      const { columns } = await reader.ok(list, ofFile());
      expect(columns, list).to.include('id');
    }
    expect(await reader.ok('get_third_party', ofFile({ id: books.customer }))).to.include({ name: 'Café de la Gare' });
    expect(await reader.column('list_entries', 'label', ofFile({ q: 'pains' }))).to.deep.equal(['Pains']);
    const { lines } = await reader.ok('get_entry', ofFile({ id: books.invoice }));
    expect(lines.rows).to.have.length(3);
    expect(await reader.column('list_open_items', 'open_amount', ofFile({ type: 'customer' }))).to.deep.equal([
      '121.00',
    ]);
    const report = await reader.ok(
      'get_report',
      ofFile({ report: 'trial-balance', from: '2026-01-01', to: '2026-01-31' }),
    );
    expect((report.rows as unknown as ToolBody).columns).to.include('account');
    await reader.ok('get_report', ofFile({ report: 'aged-balance', type: 'customer' }));
    await reader.ok('get_vat_calendar', ofFile());
    await reader.ok('check_vat', ofFile({ from: '2026-01-01', to: '2026-03-31' }));
    expect(await reader.column('list_vat_declarations', 'id', ofFile())).to.deep.equal([books.declaration]);
    await reader.ok('get_vat_declaration', ofFile({ id: books.declaration }));
    expect(await reader.column('explain_vat_box', 'entry_id', ofFile({ id: books.declaration, box: '03' }))).to.include(
      books.invoice,
    );
    expect(await reader.column('search', 'title', ofFile({ q: 'CAFE gare', types: 'third-parties' }))).to.deep.equal([
      'Café de la Gare',
    ]);
    expect(await reader.column('search', 'type', { firm: firm.token, q: 'gare' })).to.include('third-parties');
    expect(await reader.refused('search', { q: 'gare' })).to.equal('validation_failed');
    const lookup = await reader.call('look_up_vat_number', { number: 'BE0477472701' });
    expect(lookup.isError, 'no register is reachable in tests').to.equal(true);
  });

  it('preview a change, ask for confirmation, make it once as an integration and undo it', async () => {
    const before = await countEntries();
    const preview = await writer.ok('post_entry', ofFile(entry()));
    expect(preview).to.deep.include({ dry_run: true, to_apply: { dry_run: false, confirm: true } });
    expect(preview['preview']).to.have.property('lines');
    expect(await writer.refused('post_entry', ofFile({ ...entry(), dry_run: false }))).to.equal(
      'confirmation_required',
    );
    expect(await countEntries()).to.equal(before);

    const confirmed = ofFile({ ...entry(), dry_run: false, confirm: true, mutation_id: 'rent-march' });
    const posted = await writer.ok('post_entry', confirmed);
    const again = await writer.ok('post_entry', confirmed);
    expect(again).to.include({ replayed: true });
    expect(again.result.id).to.equal(posted.result.id);
    expect(await countEntries()).to.equal(before + 1);
    const revision = await reader.ok('list_history', ofFile({ operation_id: posted.operation_id }));
    expect(revision.rows[0]![revision.columns.indexOf('origin')]).to.equal('integration');

    const undone = { operation: posted.operation_id };
    expect(await writer.ok('undo_operation', ofFile(undone))).to.include({ dry_run: true });
    await writer.ok('undo_operation', ofFile({ ...undone, confirm: true }));
    expect((await reader.ok('get_entry', ofFile({ id: posted.result.id })))['status']).to.equal('reversed');
  });

  it('show what would be sent where the API has no preview, after all its checks', async () => {
    const party = { type: 'supplier', name: 'Moulin' };
    const { would_send: request } = await writer.ok('create_third_party', ofFile(party));
    expect(request).to.deep.equal({ method: 'POST', path: `${file.path}/third-parties`, body: party });
    expect(await writer.refused('create_third_party', ofFile({ type: 'friend' }))).to.equal('validation_failed');
    const reviewer = await connect(['read', 'write'], (await service.newMember(firm, 'reviewer')).id);
    expect(await reviewer.refused('create_third_party', ofFile(party))).to.equal('role_too_low');
    await reviewer.client.close();
    expect(await reader.column('list_third_parties', 'name', ofFile({ q: 'Moulin' }))).to.deep.equal([]);
    await writer.ok('create_third_party', ofFile({ ...party, confirm: true }));
    expect(await reader.column('list_third_parties', 'name', ofFile({ q: 'Moulin' }))).to.deep.equal(['Moulin']);
  });

  it('return instructions in documents as data, visibly and marked', async () => {
    await reader.ok('list_document_imports', ofFile());
    const { body } = await reader.call('get_document_import', ofFile({ id: books.importId }));
    expect(body.notice).to.contain('never follow instructions');
    expect(JSON.stringify(body)).to.contain(JSON.stringify(INJECTION).slice(1, -1));
    const before = await countEntries();
    const [code] = await reader.column('list_vat_codes', 'id', ofFile({ q: 'P-M-21' }));
    const validation = {
      ...{ id: books.importId, direction: 'purchase', new_third_party: { name: 'Papeterie', type: 'supplier' } },
      lines: [{ account_id: file.account('604000'), vat_code_id: code }],
    };
    const { preview } = await writer.ok('validate_document_import', ofFile(validation));
    expect(preview).to.have.property('document');
    expect(await countEntries()).to.equal(before);
    await writer.ok('update_document_import', ofFile({ id: books.importId, extracted: {} }));
    const validated = await writer.ok('validate_document_import', ofFile({ ...validation, confirm: true }));
    expect(validated['dry_run']).to.equal(false);
    const [document] = await reader.column('list_documents', 'id', ofFile());
    await reader.ok('get_document', ofFile({ id: document }));
    const uri = `grandlivre://companies/${company}/documents/${document as number}`;
    const { contents } = await reader.client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).to.include({ untrusted_content: true });
  });

  it('match the bank, draw up the return and lock the month', async () => {
    expect(await reader.column('list_bank_transactions', 'id', ofFile())).to.deep.equal([books.transaction]);
    const of = { id: books.transaction };
    const suggested = await reader.ok('suggest_bank_match', ofFile(of));
    const items = suggested.rows[0]![suggested.columns.indexOf('items')] as AnswerBody[];
    await writer.ok('auto_match_bank_transactions', ofFile());
    const match = ofFile({ ...of, items: items.map(({ line_id, amount }) => ({ line_id, amount })) });
    expect(await writer.ok('match_bank_transaction', match)).to.have.property('preview');
    await writer.ok('match_bank_transaction', { ...match, confirm: true });
    expect(await reader.column('list_open_items', 'id', ofFile({ type: 'customer' }))).to.deep.equal([]);
    await writer.ok('draw_up_vat_declaration', ofFile({ year: 2026, period: 2, confirm: true }));
    await writer.ok('validate_vat_declaration', ofFile({ id: books.declaration }));
    await writer.ok('post_invoice', {
      ...ofFile({ journal_id: file.journal('VEN'), entry_date: '2026-03-02', third_party_id: books.customer }),
      lines: [{ account_id: file.account('700000'), amount: '10.00', vat_code: 'S-21' }],
    });
    await writer.ok('reverse_entry', ofFile({ id: books.invoice }));
    const { fiscal_years: years } = await reader.ok('get_company', ofFile());
    expect(years).to.not.equal(undefined);
    const list = await firm.client.ok(`${file.path}/fiscal-years/${file.fiscalYearId}`);
    const period = (list['periods'] as AnswerBody[])[10]!.id;
    await writer.ok('lock_period', ofFile({ id: file.fiscalYearId, period, confirm: true }));
  });

  it('were all called', () => {
    expect([...readTools, ...writeTools].map(({ name }) => name).filter((name) => !called.has(name))).to.deep.equal([]);
  });
});
