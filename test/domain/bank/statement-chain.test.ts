import { expect } from 'chai';
import type { ImportFacts } from '../../../domain/bank/import-facts.ts';
import type { ImportStatements } from '../../../domain/bank/import-statements.ts';
import type { Movement, Statement } from '../../../domain/bank/statement.ts';
import { companyFile } from '../../../domain/company-file.ts';
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
  opening_date: '2026-01-06',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  closing_balance: '221.00',
  movements: [{ entry_date: '2026-01-06', value_date: '2026-01-06', amount: '121.00' }],
  messages: [],
  warnings: [],
  ...fields,
});

const importing = (statements: readonly Statement[], facts = NEW): ImportStatements => ({
  type: 'ImportStatements',
  file: { id: 81, name: 'a.xml', format: 'camt053', size: 1_000, sha256: 'a'.repeat(64) },
  statements,
  statementIds: statements.map((_, index) => 91 + index),
  transactionIds: statements.flatMap(({ movements }) => movements).map((_, index) => 901 + index),
  facts,
});

const importOf = (statements: readonly Statement[], facts = NEW) => {
  const [first, ...others] = given(opened).when(importing(statements, facts)).events;
  const transactions = others.flatMap(({ data }) => data['transactions'] as unknown as (Movement & { id: number })[]);
  return { statements: first!.data['statements'] as unknown as Statement[], transactions };
};

const [{ journal_id }] = importOf([statement()]).statements as unknown as [{ journal_id: number }];

describe('A statement without an opening balance', () => {
  const derived = statement({ has_derived_opening: true });
  const before = (closing_balance: string) => ({
    ...NEW,
    previous: [{ journal_id, day: '2026-01-06', closing_date: '2026-01-02', closing_balance }],
  });

  it('is imported when it follows from the one before, in the books or in the file', () => {
    expect(importOf([derived], before('100.00')).statements[0]).to.include({
      opening_date: '2026-01-02',
      opening_balance: '100.00',
    });
    const first = statement({ number: '0', closing_date: '2026-01-05', closing_balance: '100.00', movements: [] });
    const { statements } = importOf([{ ...first, opening_balance: '100.00' }, derived], before('55.00'));
    expect(statements[1]).to.include({ opening_date: '2026-01-05', opening_balance: '100.00' });
  });

  it('is refused when there is none before it, or when it does not follow', () => {
    for (const facts of [NEW, before('99.00')])
      given(opened)
        .when(importing([derived], facts))
        .then(refused('statement_balance_missing'));
  });
});

describe('Statements that banks send again', () => {
  const empty = statement({ movements: [], closing_balance: '100.00' });
  const known = { coda_file_id: 7, journal_id, number: '1', closing_date: '2026-01-06', total_in: '0.00' };
  const facts = { ...NEW, known: [{ ...known, opening_balance: '100.00', closing_balance: '100.00' }] };
  const next = statement({ number: '2', opening_date: '2026-01-06', closing_date: '2026-01-07' });

  it('do not hold up a file when they are empty', () => {
    expect(importOf([empty, next], facts).statements.map(({ number }) => number)).to.deep.equal(['2']);
    expect(importOf([empty, empty, next]).statements.map(({ number }) => number)).to.deep.equal(['1', '2']);
    expect(importOf([empty, next], facts).transactions.map(({ id }) => id)).to.deep.equal([901]);
  });

  it('are refused when there is nothing else in the file', () =>
    expect(given(opened).when(importing([empty], facts)).decision).to.deep.include({
      code: 'statement_already_imported',
      facts: { id: 7 },
    }));
});

describe('Statements with references of their own', () => {
  const move = (bank_reference: string, amount: string): Movement => ({
    entry_date: '2026-01-06',
    value_date: '2026-01-06',
    amount,
    bank_reference,
  });
  const overlapping = statement({
    has_unique_references: true,
    opening_balance: '60.00',
    closing_balance: '100.00',
    movements: [move('A', '10.00'), move('B', '20.00'), move('B', '20.00'), move('C', '10.00')],
  });

  it('bring in every movement once, and their opening balance follows', () => {
    const facts = { ...NEW, references: [{ journal_id, bank_reference: 'A', coda_file_id: 7 }] };
    const { statements, transactions } = importOf([overlapping], facts);
    expect(transactions.map(({ bank_reference: reference }) => reference)).to.deep.equal(['B', 'C']);
    expect(statements[0]).to.include({ opening_balance: '70.00', closing_balance: '100.00', transactions_count: 2 });
  });

  it('are recognised by these references, whatever number they have', () => {
    const references = ['A', 'B', 'C'].map((bank_reference) => ({ journal_id, bank_reference, coda_file_id: 7 }));
    expect(given(opened).when(importing([overlapping], { ...NEW, references })).decision).to.deep.include({
      code: 'statement_already_imported',
      facts: { id: 7 },
    });
    const known = [
      {
        coda_file_id: 7,
        journal_id,
        number: '1',
        closing_date: '2026-01-06',
        opening_balance: '0.00',
        closing_balance: '60.00',
        total_in: '60.00',
      },
    ];
    expect(importOf([overlapping], { ...NEW, known }).transactions).to.have.length(3);
  });
});
