import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { ZipFile } from 'yazl';
import { expectStatus, type Answer, type AnswerBody } from '../../support/client.ts';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import {
  buildCamtFile,
  buildCfonbFile,
  computeClosingBalance,
  buildCodaFile,
  type WrittenMovement,
  type WrittenStatement,
} from '../../support/bank-files.ts';
import { useLedger } from '../ledger/support.ts';

interface CodaFile extends AnswerBody {
  readonly statements: readonly Record<string, unknown>[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly file_url: string;
}

interface Imported extends AnswerBody {
  readonly files: readonly CodaFile[];
}

interface Errors extends AnswerBody {
  readonly code: string;
}

const linkOf = (url: string): string => new URL(url).pathname + new URL(url).search;

function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return buffer(archive.outputStream);
}

describe('Bank statements', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  let ibans = 0;

  /** A journal for another account. */
  const newAccount = async (given?: string): Promise<{ iban: string; journalId: number }> => {
    ibans += 1;
    const iban = given ?? buildExampleIban(ibans);
    const account = ledger.file.account('550000');
    const body = await ledger.firm.client.created(path('journals'), {
      code: `B${ibans}`,
      label: `Bank ${ibans}`,
      type: 'bank',
      iban,
      control_account_id: account,
    });
    return { iban, journalId: body.id };
  };

  const movement = (fields: Partial<WrittenMovement> = {}): WrittenMovement => ({
    amount: '121.00',
    entry_date: '2026-01-06',
    value_date: '2026-01-06',
    ...fields,
  });
  const statement = (iban: string, fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
    iban,
    number: '1',
    opening_date: '2026-01-05',
    closing_date: '2026-01-06',
    opening_balance: '100.00',
    movements: [movement()],
    ...fields,
  });
  const send = <Body = Imported>(...files: (readonly [name: string, content: string | Uint8Array])[]) =>
    ledger.firm.client.upload<Body>(
      'POST',
      path('coda-files'),
      files.map(([name, content]) => ({ field: 'files[]', name, content, type: 'application/octet-stream' })),
    );
  const taken = async (content: string | Uint8Array, name = 'a.cod'): Promise<CodaFile> => {
    const body = await expectStatus(send([name, content]), 201);
    return body.files[0]!;
  };
  const codeOf = ({ status, body, text }: Answer<AnswerBody>) => {
    expect(status, text).to.equal(422);
    return [body.code, Object.keys(body.errors)];
  };

  it('are taken in with their transactions', async () => {
    const { iban, journalId } = await newAccount();
    const written = statement(iban, {
      movements: [
        movement({
          structured_communication: '010806817183',
          counterpart_name: 'CLIENT',
          counterpart_iban: 'BE62510007547061',
        }),
        movement({ amount: '-21.00', communication: 'FRAIS' }),
      ],
    });
    const file = await taken(buildCodaFile(written));
    expect(file).to.include({
      original_name: 'a.cod',
      format: 'coda',
      status: 'imported',
      transactions_count: 2,
      version: 1,
    });
    expect(file.statements[0]).to.include({
      number: '1',
      account_iban: iban,
      journal_id: journalId,
      currency: 'EUR',
      opening_balance: '100.00',
      closing_balance: '200.00',
      transactions_count: 2,
    });
    expect(file.warnings).to.deep.equal([]);
    const list = await ledger.firm.client.get<{ data: AnswerBody[]; counts: object; total: number; per_page: number }>(
      path(`bank-transactions?journal_id=${journalId}`),
    );
    expect(list.body).to.include({ total: 2, per_page: 100 });
    expect(list.body.counts).to.deep.equal({ pending: 2, matched: 0, ignored: 0 });
    const [fee, payment] = list.body.data;
    expect(payment).to.include({
      coda_file_id: file.id,
      amount: '121.00',
      structured_communication: '010806817183',
      counterpart_name: 'CLIENT',
      source: 'coda',
      status: 'pending',
      sequence: 1,
      matched_amount: '0.00',
    });
    expect(fee).to.include({ amount: '-21.00', communication: 'FRAIS', sequence: 2 });
    const one = await ledger.firm.client.get(path(`bank-transactions/${fee!.id}`));
    expect(one.body.raw).to.match(/^2100020000REF/);
    expect(one.headers.get('etag')).to.equal('"v1"');
  });

  it('come in every format, also zipped, and one of them twice is recognised whatever it comes in', async () => {
    const { iban } = await newAccount();
    const first = statement(iban, { movements: [movement({ counterpart_name: 'CLIENT', communication: 'ONE' })] });
    const second = statement(iban, {
      number: '2',
      opening_date: '2026-01-06',
      closing_date: '2026-01-07',
      opening_balance: '221.00',
    });
    const file = await taken(buildCamtFile('02', first), 'a.xml');
    expect(file).to.include({ format: 'camt053', transactions_count: 1 });
    const same = await send<Errors>(['b.xml', buildCamtFile('02', first)]);
    expect(codeOf(same)).to.deep.equal(['statement_already_imported', ['files.0']]);
    expect(same.body.id).to.equal(file.id);
    const inOther = await send<Errors>(['c.cod', buildCodaFile(first)]);
    expect(codeOf(inOther)).to.deep.equal(['statement_already_imported', ['files.0']]);
    expect(inOther.body.id).to.equal(file.id);
    const zipped = await taken(await zip({ 'a/d.xml': buildCamtFile('08', second) }), 'd.zip');
    expect(zipped).to.include({ format: 'camt053', original_name: 'd.zip/d.xml' });
    const raw = await ledger.service.anonymous.get(linkOf(zipped.file_url));
    expect([raw.status, raw.text]).to.deep.equal([200, buildCamtFile('08', second)]);
    expect(raw.headers.get('content-disposition')).to.match(/^attachment; filename="d\.xml"/);
    const french = await newAccount('FR1420041010050500013M02606');
    const cfonb = await taken(
      buildCfonbFile(
        statement(french.iban, { movements: [movement({ amount: '-12.34', counterpart_name: 'FOURNISSEUR' })] }),
      ),
      'e.txt',
    );
    expect(cfonb).to.include({ format: 'cfonb120' });
    const { body } = await ledger.firm.client.get<{ data: AnswerBody[] }>(
      path(`bank-transactions?coda_file_id=${cfonb.id}`),
    );
    expect(body.data[0]).to.include({
      amount: '-12.34',
      counterpart_name: 'FOURNISSEUR',
      source: 'cfonb',
      bank_code_label: 'Credit transfer received',
    });
  });

  it('answer file by file: what is wrong with one does not keep others out', async () => {
    const { iban } = await newAccount();
    const good = buildCodaFile(statement(iban));
    const { status, body } = await send(['bad.cod', good.slice(0, 300)], ['good.cod', good], ['x.pdf', '%PDF-1.7 x']);
    expect(status).to.equal(201);
    expect(body.files.map(({ original_name }) => original_name)).to.deep.equal(['good.cod']);
    const errors = body.errors as unknown as { name: string; code: string; message: string }[];
    expect(errors.map(({ name, code }) => [name, code])).to.deep.equal([
      ['bad.cod', 'record_length_wrong'],
      ['x.pdf', 'bank_file_unknown'],
    ]);
    expect(errors[0]!.message).to.equal('Line 3: The record has 40 characters instead of 128.');
    const none = await send<Errors>(['bad.cod', good.slice(0, 300)], ['x.pdf', '%PDF-1.7 x']);
    expect(codeOf(none)).to.deep.equal(['record_length_wrong', ['files.0', 'files.1']]);
  });

  it('name the account that no journal has, and its bank', async () => {
    const answer = await send<Errors>(['a.cod', buildCodaFile(statement('BE68539007547034'))]);
    expect(codeOf(answer)).to.deep.equal(['bank_account_unknown', ['files.0']]);
    expect(answer.body).to.include({ iban: 'BE68539007547034' });
    expect(answer.body.message).to.include('BE68539007547034');
  });

  it('in another currency are refused with a clear word', async () => {
    const { iban } = await newAccount();
    const answer = await send<Errors>(['a.cod', buildCodaFile(statement(iban, { currency: 'USD' }))]);
    expect(codeOf(answer)).to.deep.equal(['statement_currency', ['files.0']]);
    expect(answer.body.message).to.include('USD').and.include('EUR');
  });

  it('of archives that are no archives, bombs and empty ones are refused', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    const cases: (readonly [string | Uint8Array, string])[] = [
      ['PK\u0003\u0004 nothing', 'archive_unreadable'],
      [await zip({}), 'archive_empty'],
      [
        await zip(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.cod`, 'x']))),
        'archive_too_many_files',
      ],
      [await zip({ 'a.cod': Buffer.alloc(26 * 1024 * 1024) }), 'archive_too_large'],
      [await zip({ 'b.zip': await zip({ 'a.cod': 'x' }) }), 'bank_file_unknown'],
      [bomb, 'bank_file_xml_document_type'],
      ['<a><b></a>', 'bank_file_xml_malformed'],
      ['<a xmlns="urn:other"/>', 'bank_file_unknown'],
      [buildCamtFile('02'), 'bank_file_without_statements'],
      ['', 'file_empty'],
      ['\u0000\u0001', 'bank_file_unknown'],
      ['0\n'.repeat(1_000_000), 'bank_file_unknown'],
    ];
    const head = await ledger.service.core.log.readHead();
    for (const [content, code] of cases) expect((await send<Errors>(['a', content])).body.code, code).to.equal(code);
    expect(await ledger.service.core.log.readHead()).to.equal(head);
  });

  it('that do not continue one another say so until the gap is filled', async () => {
    const { iban, journalId } = await newAccount();
    const first = statement(iban);
    const second = statement(iban, {
      number: '2',
      opening_date: '2026-01-06',
      closing_date: '2026-01-07',
      opening_balance: computeClosingBalance(first),
      movements: [movement({ amount: '1.00' })],
    });
    const third = statement(iban, {
      number: '3',
      opening_date: '2026-01-07',
      closing_date: '2026-01-08',
      opening_balance: computeClosingBalance(second),
    });
    await taken(buildCodaFile(first));
    const later = await taken(buildCodaFile(third));
    expect(later.warnings.map(({ code }) => code)).to.deep.equal(['statement_missing']);
    const accountOf = async () => {
      const { body } = await ledger.firm.client.get<{ data: AnswerBody[] }>(path('bank-accounts'));
      return body.data.find((one) => one.journal_id === journalId)!;
    };
    const before = await accountOf();
    expect(before).to.include({
      iban,
      statement_balance: computeClosingBalance(third),
      pending_count: 2,
      pending_amount: '242.00',
    });
    expect(before.last_statement).to.deep.equal({
      number: '3',
      date: '2026-01-08',
      closing_balance: computeClosingBalance(third),
    });
    expect(before.gaps).to.have.length(1);
    expect((before.gaps as object[])[0]).to.include({
      after_statement: '1',
      before_statement: '3',
      amount: '1.00',
      reason: 'statement_missing',
    });
    await taken(buildCodaFile(second));
    expect((await accountOf()).gaps).to.deep.equal([]);
    expect((await ledger.firm.client.get<CodaFile>(path(`coda-files/${later.id}`))).body.warnings).to.deep.equal([]);
  });

  it('go to the recycle bin with their transactions, come back, and are removed for good', async () => {
    const { iban, journalId } = await newAccount();
    const file = await taken(buildCodaFile(statement(iban)));
    const gone = await ledger.firm.client.delete(path(`coda-files/${file.id}`));
    expect([gone.status, gone.headers.get('x-trashed')]).to.deep.equal([204, '1']);
    const transactions = async () =>
      (await ledger.firm.client.get<{ total: number }>(path(`bank-transactions?journal_id=${journalId}`))).body.total;
    expect(await transactions()).to.equal(0);
    await ledger.firm.client.refused(404).get(path(`coda-files/${file.id}`));
    const trash = await ledger.firm.client.get<{ data: AnswerBody[] }>(path('trash?type=coda-files'));
    expect(trash.body.data[0]).to.include({ type: 'coda-files', id: file.id, label: 'a.cod', can_restore: true });
    await ledger.firm.client.expect(200).post(path(`trash/coda-files/${file.id}/restore`));
    expect(await transactions()).to.equal(1);
    await ledger.firm.client.delete(path(`coda-files/${file.id}`));
    const again = await taken(buildCodaFile(statement(iban)));
    const refused = await ledger.firm.client.post(path(`trash/coda-files/${file.id}/restore`));
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'statement_already_imported']);
    expect(refused.body.id).to.equal(again.id);
    await ledger.firm.client.expect(204).delete(path(`trash/coda-files/${file.id}`));
    const journal = await ledger.firm.client.refused(422, 'in_use').delete(path(`journals/${journalId}`));
    expect(journal.used_by).to.deep.equal([{ resource: 'bank-statements', count: 1 }]);
  });

  it('are taken back by one call, and brought back by another', async () => {
    const { iban, journalId } = await newAccount();
    const sent = await send(
      ['a.cod', buildCodaFile(statement(iban))],
      [
        'b.cod',
        buildCodaFile(
          statement(iban, {
            number: '2',
            opening_date: '2026-01-06',
            closing_date: '2026-01-07',
            opening_balance: '221.00',
          }),
        ),
      ],
    );
    const operation = sent.headers.get('x-operation-id')!;
    const total = async () =>
      (await ledger.firm.client.get<{ total: number }>(path(`bank-transactions?journal_id=${journalId}`))).body.total;
    expect(await total()).to.equal(2);
    const back = await ledger.firm.client.post(path(`history/operations/${operation}/revert`));
    expect(back.status, back.text).to.equal(200);
    expect(await total()).to.equal(0);
    await ledger.firm.client.expect(200).post(path(`history/operations/${back.headers.get('x-operation-id')}/revert`));
    expect(await total()).to.equal(2);
  });

  it('announce each of their transactions', async () => {
    const { iban } = await newAccount();
    const file = await taken(
      buildCodaFile(
        statement(iban, {
          movements: [movement({ communication: 'HELLO', counterpart_name: 'X' }), movement({ amount: '-1.00' })],
        }),
      ),
    );
    const { rows } = await ledger.service.core.pool.query<{ data: Record<string, unknown> }>(
      `SELECT o.data FROM ops.outbox o JOIN read.bank_transactions t ON t.id = (o.data ->> 'id')::bigint
       WHERE o.event = 'bank.transaction_imported' AND t.coda_file_id = $1 ORDER BY t.id`,
      [file.id],
    );
    expect(rows.map(({ data }) => data.amount)).to.deep.equal(['121.00', '-1.00']);
    const { id: _, ...data } = rows[0]!.data;
    expect(data).to.deep.equal({
      source: 'coda',
      account_iban: iban,
      value_date: '2026-01-06',
      amount: '121.00',
      currency: 'EUR',
      counterpart_name: 'X',
      counterpart_iban: null,
      communication: 'HELLO',
      status: 'pending',
    });
  });

  it('sent again under the same mutation id are taken in once', async () => {
    const { iban } = await newAccount();
    const parts = [{ field: 'files[]', name: 'a.cod', content: buildCodaFile(statement(iban)), type: 'text/plain' }];
    const headers = { 'X-Client-Mutation-Id': `statements-${iban}` };
    const first = await ledger.firm.client.upload<Imported>('POST', path('coda-files'), parts, headers);
    const second = await ledger.firm.client.upload<Imported>('POST', path('coda-files'), parts, headers);
    expect([first.status, second.status, second.headers.get('x-idempotent-replay')]).to.deep.equal([201, 200, '1']);
    expect(second.body).to.deep.equal(first.body);
  });
});

describe('Bank transactions', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  const iban = buildExampleIban(1);
  let fileId: number;

  before('take in a statement', async () => {
    await ledger.firm.client.post(path('journals'), {
      code: 'B1',
      label: 'Bank',
      type: 'bank',
      iban,
      control_account_id: ledger.file.account('550000'),
    });
    const day = (entry: string, value = entry) => ({ entry_date: `2026-02-${entry}`, value_date: `2026-02-${value}` });
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-02-01',
      closing_date: '2026-02-28',
      opening_balance: '0.00',
      movements: [
        {
          amount: '100.00',
          ...day('02', '05'),
          counterpart_name: 'DUPONT SA',
          counterpart_iban: 'BE62510007547061',
          communication: 'FACTURE 2026-001',
        },
        { amount: '-40.00', ...day('03'), counterpart_name: 'ELECTRABEL', communication: 'ENERGIE' },
        { amount: '-7.50', ...day('04'), communication: 'FRAIS BANCAIRES', bank_code: '08037000' },
        { amount: '250.00', ...day('10'), counterpart_name: 'DUBOIS', structured_communication: '010806817183' },
      ],
    });
    const { body } = await ledger.firm.client.upload<Imported>('POST', path('coda-files'), [
      { field: 'files[]', name: 'a.cod', content, type: 'text/plain' },
    ]);
    fileId = body.files[0]!.id;
  });

  const amounts = async (query: string): Promise<unknown[]> => {
    const body = await ledger.firm.client.ok<{ data: AnswerBody[] }>(path(`bank-transactions?${query}`));
    return body.data.map((one) => one.amount);
  };

  const FILTERS: readonly (readonly [query: string, amounts: readonly string[]])[] = [
    ['', ['250.00', '-7.50', '-40.00', '100.00']],
    ['direction=in', ['250.00', '100.00']],
    ['direction=out', ['-7.50', '-40.00']],
    ['from=2026-02-03&to=2026-02-04', ['-7.50', '-40.00']],
    ['date_field=value&from=2026-02-04&to=2026-02-05', ['100.00', '-7.50']],
    ['amount_min=40&amount_max=100', ['-40.00', '100.00']],
    [`account_iban=${iban.replace(/(.{4})/g, '$1%20')}`, ['250.00', '-7.50', '-40.00', '100.00']],
    ['account_iban=BE62510007547061', []],
    ['counterpart_iban=BE62510007547061', ['100.00']],
    ['q=dupont%20001', ['100.00']],
    ['q=010806817183', ['250.00']],
    ['q=%2B%2B%2B010/8068/17183%2B%2B%2B', ['250.00']],
    ['q=+++010/8068/17183+++', ['250.00']],
    ['q=***%20010/8068/17183%20***', ['250.00']],
    ['q=%2B%2B%2B010/8068/17184%2B%2B%2B', []],
    ['q=énergie', ['-40.00']],
    ['status=matched', []],
    ['third_party_id=999999', []],
    ['per_page=1&page=2', ['-7.50']],
  ];
  for (const [query, expected] of FILTERS)
    it(`are found by ${query || 'nothing'}`, async () => expect(await amounts(query)).to.deep.equal(expected));

  it('are set aside with a reason, which can be taken back', async () => {
    const { body } = await ledger.firm.client.get<{ data: AnswerBody[] }>(path('bank-transactions?q=frais'));
    const { id } = body.data[0]!;
    await ledger.firm.client.refused(422).post(path(`bank-transactions/${id}/ignore`), {});
    const ignored = await ledger.firm.client.post<{ transaction: AnswerBody }>(
      path(`bank-transactions/${id}/ignore`),
      { reason: 'Déjà comptabilisé' },
      { 'X-Base-Version': '1' },
    );
    expect(ignored.status, ignored.text).to.equal(200);
    expect(ignored.body.transaction).to.include({ status: 'ignored', ignored_reason: 'Déjà comptabilisé', version: 2 });
    const again = await ledger.firm.client.post(path(`bank-transactions/${id}/ignore`), { reason: 'x' });
    expect([again.status, again.body.code]).to.deep.equal([422, 'transaction_already_ignored']);
    await ledger.firm.client
      .refused(409, { server_version: 2 })
      .post(path(`bank-transactions/${id}/ignore`), { reason: 'x' }, { 'X-Base-Version': '1' });
    const counts = await ledger.firm.client.get<{ counts: object }>(path(`bank-transactions?coda_file_id=${fileId}`));
    expect(counts.body.counts).to.deep.equal({ pending: 3, matched: 0, ignored: 1 });
    await ledger.firm.client.post(path(`history/operations/${ignored.headers.get('x-operation-id')}/revert`));
    const { body: back } = await ledger.firm.client.get(path(`bank-transactions/${id}`));
    expect(back).to.include({ status: 'pending', ignored_reason: null, version: 3 });
    await ledger.firm.client.refused(422, 'transaction_not_ignored').post(path(`bank-transactions/${id}/unignore`));
    await ledger.firm.client.expect(200).post(path(`bank-transactions/${id}/ignore`), { reason: 'x' });
    await ledger.firm.client
      .refused(409, { server_version: 4 })
      .post(path(`bank-transactions/${id}/unignore`), {}, { 'X-Base-Version': '3' });
    const reopened = await ledger.firm.client.expect(200).post(path(`bank-transactions/${id}/unignore`));
    expect(reopened.transaction).to.include({ status: 'pending', ignored_reason: null, version: 5 });
    await ledger.firm.client.refused(404).post(path('bank-transactions/999999/unignore'));
    await ledger.firm.client.refused(404).post(path('bank-transactions/999999/ignore'), { reason: 'x' });
  });

  it('and their balance stand in the closing check', async () => {
    const { body: years } = await ledger.firm.client.get<AnswerBody[]>(path('fiscal-years'));
    const { body } = await ledger.firm.client.get<{ checks: AnswerBody[] }>(
      path(`fiscal-years/${years[0]!.id}/closing-check`),
    );
    const found = Object.fromEntries(body.checks.map((check) => [check.code, check]));
    expect(found.bank_transactions_pending).to.include({ severity: 'warning', count: 4, amount: '302.50' });
    expect(found.bank_balances_differ).to.include({ severity: 'warning', count: 1, amount: '302.50' });
  });
});
