import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, oneOf, shape } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { buildLineKey, type LineSettlement, type Settlements, type YearLetterings } from './letterings.ts';
import { IS_SHOWN } from '../ledger/brought-lines.ts';

/**
 * Lines of entries for audit files. Each statement selects its rows by id and joins nothing large, so that it always uses
 * the index, even in the tables of an earlier moment, which are queries themselves.
 */
export interface AuditLine {
  readonly line: RowOfStatement<typeof linesStatement>;
  readonly entry: AuditEntry;
  readonly party: AuditLineParty | null;
  /** What settles the line within the year; null if nothing does or it was not asked for. */
  readonly lettering: LineSettlement | null;
}

export interface AuditEntry extends RowOfStatement<typeof entriesStatement> {
  readonly document: AuditDocument | null;
}

export type AuditDocument = RowOfStatement<typeof documentsStatement>;

const named = { companyId: bigint, ids: bigints };

const entriesStatement = statement(
  'audit-file-entries-of',
  { ...named, withVat: shape<boolean>() },
  (db, { companyId, ids, withVat }) =>
    db
      .selectFrom('read.entries as e')
      .select(['e.id', 'e.journal_id', 'e.period_id', 'e.number', 'e.entry_date', 'e.label', 'e.reference'])
      .select(['e.created_at'])
      .$if(withVat, (query) => query.select('e.vat'))
      .where('e.company_id', '=', companyId)
      .where('e.id', '=', anyOf(ids)),
);

const linesStatement = statement('audit-file-lines', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.entry_lines as l')
    .select(['l.entry_id', 'l.line_number', 'l.account_id', 'l.third_party_id', 'l.debit', 'l.credit', 'l.label'])
    .select(['l.reference', 'l.vat_code_id', 'l.currency', 'l.currency_amount', 'l.exchange_rate'])
    .where('l.company_id', '=', companyId)
    .where('l.entry_id', '=', anyOf(ids))
    .where(IS_SHOWN)
    .orderBy('l.entry_id')
    .orderBy('l.line_number'),
);

const documentsStatement = statement('audit-file-documents', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.documents')
    .select(['last_entry_id', 'document_date', 'currency', 'amount_gross'])
    .where('company_id', '=', companyId)
    .where('last_entry_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null),
);

/** The documents of these entries, by entry. */
export async function loadDocuments(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number | null, AuditDocument>> {
  const documents = await documentsStatement.all(db, { companyId, ids });
  return new Map(documents.map((one) => [one.last_entry_id, one]));
}

const mergesStatement = statement('audit-file-merges', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.third_party_merges')
    .select(['third_party_id', 'into_id'])
    .where('company_id', '=', companyId)
    .where('third_party_id', '=', anyOf(ids)),
);

const partiesStatement = statement('audit-file-line-parties', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.third_parties')
    .select(['id', 'type', 'code', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

export type AuditLineParty = RowOfStatement<typeof partiesStatement>;

export interface AuditLineOptions {
  readonly withVat: boolean;
  /** Loads what settles the lines; null if the file does not show it. */
  readonly letterings: YearLetterings | null;
}

const NO_SETTLEMENTS: Settlements = new Map();

/** Lines of these entries, in the order of the entries. */
export async function loadAuditLines(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
  { withVat, letterings }: AuditLineOptions,
): Promise<readonly AuditLine[]> {
  const given = { companyId, ids };
  const entries = await entriesStatement.all(db, { ...given, withVat });
  const lines = await linesStatement.all(db, given);
  const settlements = letterings ? await letterings.loadSettlements(ids) : NO_SETTLEMENTS;
  const documents = await loadDocuments(db, companyId, ids);
  const parties = await loadLineParties(db, companyId, lines);
  const known = new Map(entries.map((one) => [one.id, { ...one, document: documents.get(one.id) ?? null }]));
  // The lines of an entry are adjacent, so only the first index of each is stored.
  const firsts = new Map<number, number>();
  for (let index = lines.length - 1; index >= 0; index -= 1) firsts.set(lines[index]!.entry_id, index);
  const told: AuditLine[] = [];
  for (const id of ids) {
    const entry = known.get(id)!;
    // Rows are referenced, not copied, because there may be a million.
    for (let index = firsts.get(id) ?? lines.length; lines[index]?.entry_id === id; index += 1) {
      const line = lines[index]!;
      const party = line.third_party_id === null ? null : parties.get(line.third_party_id)!;
      told.push({ line, entry, party, lettering: settlements.get(buildLineKey(line)) ?? null });
    }
  }
  return told;
}

/** By the ids on the lines; merged third parties are replaced by the remaining one. */
export async function loadLineParties(
  db: Queryable,
  companyId: number,
  lines: readonly { readonly third_party_id: number | null }[],
): Promise<ReadonlyMap<number, AuditLineParty>> {
  const ids = [...new Set(lines.flatMap(({ third_party_id }) => third_party_id ?? []))];
  if (ids.length === 0) return new Map();
  const merges = await mergesStatement.all(db, { companyId, ids });
  const into = new Map(merges.map((one) => [one.third_party_id, one.into_id]));
  const resolveMerge = (id: number): number => into.get(id) ?? id;
  const rows = await partiesStatement.all(db, { companyId, ids: [...new Set(ids.map(resolveMerge))] });
  const parties = new Map(rows.map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, parties.get(resolveMerge(id))!]));
}

const labelled = { companyId: bigint, language: oneOf<Language>() };

const accountsStatement = statement('audit-file-accounts', labelled, (db, { companyId, language }) =>
  db
    .selectFrom('read.accounts')
    .select(['id', 'number', sql<string>`coalesce(labels ->> ${language}, label)`.as('label'), 'type', 'control_role'])
    .where('company_id', '=', companyId),
);

const journalsStatement = statement('audit-file-journals', labelled, (db, { companyId, language }) =>
  db
    .selectFrom('read.journals')
    .select(['id', 'code', sql<string>`coalesce(labels ->> ${language}, label)`.as('label'), 'type', 'iban'])
    .where('company_id', '=', companyId),
);

export type AuditAccount = RowOfStatement<typeof accountsStatement>;
export type AuditJournal = RowOfStatement<typeof journalsStatement>;

/** Accounts and journals that entries refer to: few records, used many times. */
export interface AuditNames {
  readonly accounts: ReadonlyMap<number, AuditAccount>;
  readonly journals: ReadonlyMap<number, AuditJournal>;
}

export async function loadAuditNames(db: Queryable, companyId: number, language: Language): Promise<AuditNames> {
  const accounts = await accountsStatement.all(db, { companyId, language });
  const journals = await journalsStatement.all(db, { companyId, language });
  return {
    accounts: new Map(accounts.map((row) => [row.id, row])),
    journals: new Map(journals.map((row) => [row.id, row])),
  };
}
