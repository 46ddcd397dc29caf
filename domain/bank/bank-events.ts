import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

const FORMATS = ['coda', 'camt053', 'cfonb120', 'mt940', 'ofx', 'camt054'] as const;

/** File that contained the statements. Its content is stored under its hash. */
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
    /** IBAN or number by which the bank identifies the account. */
    account_iban: shape.text,
    number: shape.text,
    currency: shape.text,
    opening_date: shape.date,
    closing_date: shape.date,
    opening_balance: shape.signedAmount,
    closing_balance: shape.signedAmount,
    /** Incoming amounts only: together with the balances it distinguishes a statement from others of the same day. */
    total_in: shape.amount,
    transactions_count: shape.count,
  },
  { holder: shape.text, messages: shape.list(shape.text, 1), warnings: shape.list(warning, 1) },
);

export type ImportedStatement = TypeOf<typeof statement>;

/** Unknown values are absent: a file contains thousands of transactions. */
const transaction = shape.object(
  {
    id: shape.id,
    /** Position among the transactions of the statement. */
    sequence: shape.positive,
    entry_date: shape.date,
    value_date: shape.date,
    /** Positive: incoming. */
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
    /** Units of that currency for one of the account. */
    exchange_rate: shape.text,
    /** Total that the bank booked at once, if this is a part of it. */
    total: shape.signedAmount,
    /** Position in the file: first byte and number of bytes. */
    place: shape.list(shape.positive, 2),
  },
);

/** The other side of a transaction is known by its account or its name only. */
const OF_TRANSACTIONS = {
  at: 'transactions[]',
  person: { outsider: ['counterpart_iban', 'counterpart_name'], name: 'counterpart_name' },
  books: ['counterpart_name', 'counterpart_iban', 'counterpart_address', 'ultimate_name'],
  mentions: ['communication'],
};

export type ImportedTransaction = TypeOf<typeof transaction>;

/** An amount booked at once, whose details come in a separate file. */
const batch = shape.object({
  id: shape.id,
  journal_id: shape.id,
  /** IBAN or number by which the bank identifies the account. */
  account_iban: shape.text,
  currency: shape.text,
  entry_date: shape.date,
  amount: shape.signedAmount,
  /** References by which the statement may name the amount. */
  references: shape.list(shape.text),
  transactions_count: shape.count,
});

export type ImportedBatch = TypeOf<typeof batch>;

const split = shape.object({
  batch_id: shape.id,
  /** The transaction of the statement, and its version after the event. */
  transaction_id: shape.id,
  version: shape.positive,
  /** Ids of the transactions of the batch. */
  parts: shape.list(shape.id, 1),
});

/** By hand, or by a certain match: both sides agree, or a rule may book by itself. */
export const MATCH_ORIGINS = ['manual', 'automatic', 'rule'] as const;
export type MatchOrigin = (typeof MATCH_ORIGINS)[number];

/** Amount of an open line settled by the transaction: debit is positive, credit negative. */
const matchedItem = shape.object(
  {
    line_id: shape.id,
    entry_id: shape.id,
    /** In the currency of the transaction. */
    amount: shape.signedAmount,
  },
  {
    /** Settled amount in the currency of the line. Absent if both are in the currency of the company file. */
    currency_amount: shape.signedAmount,
  },
);

/**
 * Amount booked to an account without an open line: a fee, a cost, a transfer. VAT included, with the sign of the
 * transaction.
 */
const matchedLine = shape.object(
  { account_id: shape.id, amount: shape.signedAmount },
  { third_party_id: shape.id, vat_code_id: shape.id, label: shape.text },
);

export type MatchedLine = TypeOf<typeof matchedLine>;

const match = shape.object(
  {
    /** Id of the transaction. */
    id: shape.id,
    version: shape.positive,
    /** Amount booked by this match, with its sign. */
    amount: shape.signedAmount,
    /** The transaction is now booked completely. */
    is_whole: shape.flag,
    entry_id: shape.id,
    origin: shape.oneOf(...MATCH_ORIGINS),
    /** The only third party concerned. */
    third_party_id: shape.reference,
    items: shape.list(matchedItem),
    lines: shape.list(matchedLine),
  },
  {
    /** Reason why the match was certain, such as `structured_communication`. */
    reason: shape.text,
    rule_id: shape.id,
    /** Amount written off, with the sign of the transaction. */
    written_off: shape.signedAmount,
    /** Exchange difference in the currency of the company file: positive for a loss. */
    exchange_difference: shape.signedAmount,
    /** Letterings undone because the payment was returned. */
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
  /** Entry of the part that remains matched, and its third party. */
  remaining_entry_id: shape.reference,
  remaining_third_party_id: shape.reference,
});

export type Unmatching = TypeOf<typeof unmatched>;

/** A file with all its contents. */
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
    meaning: 'The statements of a bank file were imported. Their transactions follow in the same operation.',
    schema: shape.object({ file: statementFile, statements: shape.list(statement, 1) }),
  },
  BankTransactionsImported: {
    version: 1,
    meaning: 'Transactions of a statement were imported: all of them, or as many as one event holds.',
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
    personal: [OF_TRANSACTIONS],
  },
  BatchDetailsImported: {
    version: 1,
    meaning:
      'A file with the details of batches was imported. Their transactions follow in the same operation. They wait until a statement contains the batch.',
    schema: shape.object({ file: statementFile, batches: shape.list(batch, 1) }, { warnings: shape.list(warning, 1) }),
  },
  BatchTransactionsImported: {
    version: 1,
    meaning: 'Transactions of a batch were imported: all of them, or as many as one event holds.',
    schema: shape.object({
      coda_file_id: shape.id,
      batch_id: shape.id,
      transactions: shape.list(transaction, 1),
    }),
    personal: [OF_TRANSACTIONS],
  },
  BankTransactionsSplit: {
    version: 1,
    meaning: 'Transactions of a statement were replaced by the transactions of their batches.',
    schema: shape.object({ splits: shape.list(split, 1) }),
  },
  BankTransactionsJoined: {
    version: 1,
    meaning:
      'Transactions of a statement apply again instead of those of their batches, which wait again: a file was moved to the recycle bin, or an undo set the transaction aside.',
    schema: shape.object({ splits: shape.list(split, 1) }),
  },
  StatementFileTrashed: {
    version: 1,
    meaning: 'A bank file was moved to the recycle bin with its statements and transactions.',
    schema: shape.object(wholeFile),
  },
  StatementFileRestored: {
    version: 1,
    meaning: 'A bank file was restored from the recycle bin with its statements and transactions.',
    schema: shape.object(wholeFile),
  },
  StatementFilesPurged: {
    version: 1,
    meaning: 'Bank files were permanently deleted from the recycle bin.',
    schema: shape.object({
      files: shape.list(
        shape.object({
          id: shape.id,
          version: shape.positive,
          /** One per statement. */
          journals: shape.list(shape.id),
        }),
        1,
      ),
    }),
  },
  BankTransactionIgnored: {
    version: 1,
    meaning: 'A transaction was set aside with a reason: nothing will be booked for it.',
    schema: shape.object({ id: shape.id, version: shape.positive, reason: shape.text }),
  },
  BankTransactionReopened: {
    version: 1,
    meaning: 'A transaction that had been set aside will be booked after all.',
    schema: shape.object({ id: shape.id, version: shape.positive, previous_reason: shape.text }),
  },
  BankTransactionsMatched: {
    version: 1,
    meaning:
      'Transactions were booked, completely or in part: each by an entry in the journal of its bank that settles open lines or goes to accounts. The entries and letterings belong to the same operation.',
    schema: shape.object({ matches: shape.list(match, 1) }),
    personal: [
      {
        at: 'matches[]',
        person: { thirdParties: ['third_party_id', 'lines[].third_party_id'] },
        mentions: ['lines[].label', 'reason'],
      },
    ],
  },
  BankTransactionsUnmatched: {
    version: 1,
    meaning:
      'Bookings of transactions were undone: their entries are reversed, and the lines they had settled are open again.',
    schema: shape.object({ matches: shape.list(unmatched, 1) }),
  },
} satisfies EventCatalogue;

export type BankEvent = EventOf<typeof bankEvents>;
export type WholeFile = DataOfEvent<typeof bankEvents, 'StatementFileTrashed'>;
