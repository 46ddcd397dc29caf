import { expect } from 'chai';
import type { ImportFacts, ImportStatements } from '../../../domain/bank/import-statements.ts';
import type { KnownFile } from '../../../domain/bank/statement-files.ts';
import type { Statement } from '../../../domain/bank/statement.ts';
import type { KnownTransaction } from '../../../domain/bank/transactions.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { assertEventShape } from '../../../commands/support/event-schemas.ts';
import { decided, openCompany } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const IBAN = 'BE68539007547034';
const opened = decided(openCompany({ banks: [{ code: 'KBC', label: 'KBC', iban: IBAN }] }), companyFile.initialState);
const NEW: ImportFacts = { sameFileId: null, known: [] };

const statement = (fields: Partial<Statement> = {}): Statement => ({
  account: { iban: IBAN, number: IBAN, bic: null, holder: null },
  currency: 'EUR',
  number: '1',
  opening_date: '2026-01-05',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  closing_balance: '221.00',
  movements: [{ entry_date: '2026-01-06', value_date: '2026-01-06', amount: '121.00', place: [258, 129] }],
  messages: [],
  warnings: [],
  ...fields,
});

const importing = (statements: readonly Statement[], facts = NEW): ImportStatements => ({
  type: 'ImportStatements',
  file: { id: 81, name: 'a.cod', format: 'coda', size: 1_000, sha256: 'a'.repeat(64) },
  statements,
  statementIds: statements.map((_, index) => 91 + index),
  transactionIds: statements.flatMap(({ movements }) => movements).map((_, index) => 901 + index),
  facts,
});

const imported = given(opened).when(importing([statement()])).events;
const journalId = (imported[0]!.data['statements'] as { journal_id: number }[])[0]!.journal_id;

describe('The import of statements', () => {
  it('records the file with its statements, and their transactions behind it', () => {
    expect(imported.map(({ type }) => type)).to.deep.equal(['StatementsImported', 'BankTransactionsImported']);
    expect(imported[1]!.data).to.deep.include({
      coda_file_id: 81,
      statement_id: 91,
      account_iban: IBAN,
      journal_id: journalId,
    });
    imported.forEach((event) => assertEventShape(event));
  });

  it('splits many transactions into events that stay small', () => {
    const many = Array.from({ length: 2_000 }, () => ({
      ...statement().movements[0]!,
      communication: 'x'.repeat(100),
    }));
    const events = given(opened)
      .when(importing([statement({ movements: many })]))
      .events.slice(1);
    expect(events.length).to.be.greaterThan(3);
    expect(Math.max(...events.map((event) => JSON.stringify(event).length))).to.be.lessThan(80_000);
    expect(events.flatMap(({ data }) => data['transactions'] as unknown[])).to.have.length(2_000);
  });

  it('is refused for the file that is there', () =>
    given(opened)
      .when(importing([statement()], { ...NEW, sameFileId: 7 }))
      .then(refused('statement_already_imported', { facts: { id: 7 } })));

  it('recognises a statement by its number and day, or by its balances and what came in', () => {
    const key = { coda_file_id: 7, journal_id: journalId, closing_date: '2026-01-06', total_in: '121.00' };
    const known = (fields: object) => ({
      ...NEW,
      known: [{ ...key, number: '1', opening_balance: '0.00', closing_balance: '0.00', ...fields }],
    });
    const codeFor = (facts: ImportFacts) => given(opened).when(importing([statement()], facts)).decision;
    expect(codeFor(known({}))).to.deep.include({ code: 'statement_already_imported', facts: { id: 7 } });
    expect(codeFor(known({ number: 'X', opening_balance: '100.00', closing_balance: '221.00' }))).to.deep.include({
      code: 'statement_already_imported',
    });
    expect(codeFor(known({ number: 'X' }))).to.have.length(2);
    expect(codeFor(known({ closing_date: '2026-01-07' }))).to.have.length(2);
    expect(codeFor(known({ journal_id: journalId + 1 }))).to.have.length(2);
  });

  it('is refused as a whole when one statement is there twice, or of an account without a journal', () => {
    given(opened)
      .when(importing([statement(), statement()]))
      .then(refused('statement_twice_in_file'));
    const account = { iban: 'BE62510007547061', number: 'BE62510007547061', bic: 'GEBABEBB', holder: null };
    const { decision } = given(opened).when(importing([statement(), statement({ number: '2', account })]));
    expect(decision).to.deep.include({
      code: 'bank_account_unknown',
      facts: { iban: account.iban, account_number: account.number, bank: 'Van de Put & Co', bic: 'GEBABEBB' },
    });
  });

  it('is refused in another currency', () =>
    given(opened)
      .when(importing([statement({ currency: 'USD' })]))
      .then(refused('statement_currency')));

  it('keeps the journal in the file for as long as it has statements', () => {
    const trash = { type: 'TrashRecord', resource: 'journals', id: journalId, baseVersion: null } as const;
    const { decision } = given(opened, imported).when(trash);
    expect(decision).to.deep.include({ code: 'in_use' });
    const purged: DomainEvent = {
      type: 'StatementFilesPurged',
      data: { files: [{ id: 81, version: 3, journals: [journalId] }] },
    };
    expect(given(opened, imported, purged).when(trash).events).to.have.length(1);
  });
});

describe('A file of a bank', () => {
  const known = (fields: Partial<KnownFile> = {}): KnownFile => ({
    id: 81,
    version: 1,
    name: 'a.cod',
    statements: [91],
    transactions: [901],
    journals: [journalId],
    is_trashed: false,
    is_purged: false,
    handled: 0,
    same_file_id: null,
    ...fields,
  });
  const after = { id: 81, version: 2, name: 'a.cod', statements: [91], transactions: [901] };
  const trash = (fields?: Partial<KnownFile>, baseVersion: number | null = null) =>
    given(opened, imported).when({ type: 'TrashStatementFile', facts: known(fields), baseVersion });
  const restore = (fields?: Partial<KnownFile>) =>
    given(opened, imported).when({
      type: 'RestoreStatementFile',
      facts: known({ is_trashed: true, ...fields }),
      baseVersion: null,
    });

  it('goes to the bin while nothing is matched, and comes back', () => {
    trash().then([{ type: 'StatementFileTrashed', data: after }]);
    trash({ handled: 2 }).then(refused('statement_file_matched'));
    trash({ is_trashed: true }).then(refused('not_found'));
    trash({}, 7).then(refused('conflict', { facts: { server_version: 1 } }));
    restore().then([{ type: 'StatementFileRestored', data: after }]);
    restore({ is_trashed: false }).then(refused('not_found'));
    restore({ same_file_id: 9 }).then(refused('statement_already_imported', { facts: { id: 9 } }));
    restore({ journals: [99_999] }).then(refused('parent_in_bin'));
  });

  it('is removed for good from the bin alone', () => {
    const purge = (files: readonly KnownFile[], passesOver: boolean) =>
      given(opened, imported).when({ type: 'PurgeStatementFiles', files, passesOver, baseVersion: null });
    purge([known({ is_trashed: true })], false).then([
      { type: 'StatementFilesPurged', data: { files: [{ id: 81, version: 2, journals: [journalId] }] } },
    ]);
    purge([known()], false).then(refused('not_found'));
    purge([known()], true).then([]);
  });
});

describe('A transaction', () => {
  const known = (fields: Partial<KnownTransaction> = {}): KnownTransaction => ({
    id: 901,
    version: 1,
    status: 'pending',
    amount: '121.00',
    matched_amount: '0.00',
    ignored_reason: null,
    ...fields,
  });
  const ignore = (facts: KnownTransaction, baseVersion: number | null = null) =>
    given(opened, imported).when({ type: 'IgnoreTransaction', facts, reason: 'By hand', baseVersion });

  it('is set aside once, unless some of it is booked', () => {
    ignore(known()).then([{ type: 'BankTransactionIgnored', data: { id: 901, version: 2, reason: 'By hand' } }]);
    ignore(known({ status: 'ignored' })).then(refused('transaction_already_ignored'));
    ignore(known({ status: 'matched' })).then(refused('transaction_already_matched'));
    ignore(known({ matched_amount: '1.00' })).then(refused('transaction_already_matched'));
    ignore(known(), 2).then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('is to be booked after all only when it was set aside', () => {
    const reopen = (facts: KnownTransaction) =>
      given(opened, imported).when({ type: 'ReopenTransaction', facts, baseVersion: null });
    reopen(known({ status: 'ignored', ignored_reason: 'By hand', version: 2 })).then([
      { type: 'BankTransactionReopened', data: { id: 901, version: 3, previous_reason: 'By hand' } },
    ]);
    reopen(known()).then(refused('transaction_not_ignored'));
  });
});
