import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

const FORMATS = ['coda', 'camt053', 'cfonb120'] as const;

/** The file that statements came in. What it contains is kept under its hash. */
const statementFile = shape.object({
  id: shape.id,
  name: shape.text,
  format: shape.oneOf(...FORMATS),
  /** In bytes. */
  size: shape.positive,
  sha256: shape.matching('^[0-9a-f]{64}$'),
});

export type StatementFile = TypeOf<typeof statementFile>;

const warning = shape.object(
  { code: shape.text },
  { params: shape.objectOf<Readonly<Record<string, string | number>>>() },
);

const statement = shape.object(
  {
    id: shape.id,
    journal_id: shape.id,
    /** Of the account, in which the bank knows it. */
    account_iban: shape.text,
    number: shape.text,
    currency: shape.text,
    opening_date: shape.date,
    closing_date: shape.date,
    opening_balance: shape.signedAmount,
    closing_balance: shape.signedAmount,
    /** What came in, without what went out: with the balances it tells a statement from others of the day. */
    total_in: shape.amount,
    transactions_count: shape.count,
  },
  { holder: shape.text, messages: shape.list(shape.text, 1), warnings: shape.list(warning, 1) },
);

export type ImportedStatement = TypeOf<typeof statement>;

/** What is not known is absent: a file brings thousands of these. */
const transaction = shape.object(
  {
    id: shape.id,
    /** Its place among the transactions of the statement. */
    sequence: shape.positive,
    entry_date: shape.date,
    value_date: shape.date,
    /** Positive: it came in. */
    amount: shape.signedAmount,
  },
  {
    counterpart_name: shape.text,
    counterpart_iban: shape.text,
    counterpart_bic: shape.text,
    counterpart_address: shape.text,
    communication: shape.text,
    structured_communication: shape.text,
    bank_code: shape.text,
    bank_reference: shape.text,
    end_to_end_id: shape.text,
    mandate_reference: shape.text,
    creditor_id: shape.text,
    return_reason: shape.text,
    ultimate_name: shape.text,
    purpose: shape.text,
    charges: shape.amount,
    original_amount: shape.text,
    /** What the bank booked at once, where this is a part of it. */
    total: shape.signedAmount,
    /** Where it stands in the file: the first byte and how many there are. */
    place: shape.list(shape.positive, 2),
  },
);

export type ImportedTransaction = TypeOf<typeof transaction>;

/** By hand, or found to be certain: by what both sides say, or by a rule that may book by itself. */
export const MATCH_ORIGINS = ['manual', 'automatic', 'rule'] as const;
export type MatchOrigin = (typeof MATCH_ORIGINS)[number];

/** What of an open line the transaction settles: debit is positive, credit negative. */
const matchedItem = shape.object({ line_id: shape.id, entry_id: shape.id, amount: shape.signedAmount });

/** What went to an account that no open line asked for: a fee, a cost, a transfer. With its VAT, and the sign of the transaction. */
const matchedLine = shape.object(
  { account_id: shape.id, amount: shape.signedAmount },
  { third_party_id: shape.id, vat_code_id: shape.id, label: shape.text },
);

export type MatchedLine = TypeOf<typeof matchedLine>;

const match = shape.object(
  {
    /** Of the transaction. */
    id: shape.id,
    version: shape.positive,
    /** How much of it this books, with its sign. */
    amount: shape.signedAmount,
    /** The whole of it is booked now. */
    is_whole: shape.flag,
    entry_id: shape.id,
    origin: shape.oneOf(...MATCH_ORIGINS),
    /** The only one that it concerns. */
    third_party_id: shape.reference,
    items: shape.list(matchedItem),
    lines: shape.list(matchedLine),
  },
  {
    /** What made it certain, such as `structured_communication`. */
    reason: shape.text,
    rule_id: shape.id,
    /** What was written off, with the sign of the transaction. */
    written_off: shape.signedAmount,
    /** Letterings that were undone because the payment came back. */
    reopened: shape.list(shape.id, 1),
  },
);

export type TransactionMatch = TypeOf<typeof match>;

const unmatched = shape.object({
  id: shape.id,
  version: shape.positive,
  amount: shape.signedAmount,
  entry_id: shape.id,
  reversal_entry_id: shape.id,
  /** The entry of what is still matched of it, and whom that concerns. */
  remaining_entry_id: shape.reference,
  remaining_third_party_id: shape.reference,
});

export type Unmatching = TypeOf<typeof unmatched>;

/** A file with everything that came in it. */
const wholeFile = {
  id: shape.id,
  version: shape.positive,
  name: shape.text,
  statements: shape.list(shape.id),
  transactions: shape.list(shape.id),
};

export const bankEvents = {
  StatementsImported: {
    version: 1,
    meaning: 'The statements of a file of a bank were taken in. Their transactions follow in the same operation.',
    schema: shape.object({ file: statementFile, statements: shape.list(statement, 1) }),
  },
  BankTransactionsImported: {
    version: 1,
    meaning: 'Transactions of a statement were taken in: all of them, or as many as one event holds.',
    schema: shape.object({
      coda_file_id: shape.id,
      statement_id: shape.id,
      statement_number: shape.text,
      journal_id: shape.id,
      account_iban: shape.text,
      currency: shape.text,
      format: shape.oneOf(...FORMATS),
      transactions: shape.list(transaction, 1),
    }),
  },
  StatementFileTrashed: {
    version: 1,
    meaning: 'A file of a bank went to the recycle bin with its statements and transactions.',
    schema: shape.object(wholeFile),
  },
  StatementFileRestored: {
    version: 1,
    meaning: 'A file of a bank came back from the recycle bin with its statements and transactions.',
    schema: shape.object(wholeFile),
  },
  StatementFilesPurged: {
    version: 1,
    meaning: 'Files of banks were removed from the recycle bin for good.',
    schema: shape.object({
      files: shape.list(
        shape.object({
          id: shape.id,
          version: shape.positive,
          /** Of each of its statements. */
          journals: shape.list(shape.id),
        }),
        1,
      ),
    }),
  },
  BankTransactionIgnored: {
    version: 1,
    meaning: 'A transaction was set aside: nothing is to be booked for it, and why.',
    schema: shape.object({ id: shape.id, version: shape.positive, reason: shape.text }),
  },
  BankTransactionReopened: {
    version: 1,
    meaning: 'A transaction that had been set aside is to be booked after all.',
    schema: shape.object({ id: shape.id, version: shape.positive, previous_reason: shape.text }),
  },
  BankTransactionsMatched: {
    version: 1,
    meaning:
      'Transactions were booked, as a whole or in part: each by an entry in the journal of its bank that settles open lines or goes to accounts. Entries and letterings are of the same operation.',
    schema: shape.object({ matches: shape.list(match, 1) }),
  },
  BankTransactionsUnmatched: {
    version: 1,
    meaning:
      'What was booked of transactions was taken back: their entries are reversed, what they had settled is open again.',
    schema: shape.object({ matches: shape.list(unmatched, 1) }),
  },
} satisfies EventCatalogue;

export type BankEvent = EventOf<typeof bankEvents>;
export type WholeFile = DataOfEvent<typeof bankEvents, 'StatementFileTrashed'>;
