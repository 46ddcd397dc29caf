import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, oneOf } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { IS_SHOWN } from '../ledger/brought-lines.ts';
import { countsFor, mergesOf } from '../third-parties/merges.ts';

export type AuditLine = RowOfStatement<typeof linesStatement> & {
  readonly lettering: RowOfStatement<typeof letteringsStatement> | null;
  readonly document_date: string | null;
};

const named = { companyId: bigint, ids: bigints };

const linesStatement = statement('audit-file-lines', named, (db, { companyId, ids }) =>
  db
    .selectFrom(sql<{ id: number; place: number }>`unnest(${ids}) with ordinality`.as<'o'>(sql`o(id, place)`))
    .innerJoin('read.entries as e', 'e.id', 'o.id')
    .innerJoin('read.entry_lines as l', 'l.entry_id', 'e.id')
    .leftJoin(...mergesOf('l'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', countsFor('l')))
    .select([
      'e.id as entry_id',
      'e.journal_id',
      'e.period_id',
      'e.number',
      'e.entry_date',
      'e.label as entry_label',
      'e.reference as entry_reference',
      'e.created_at',
      'e.vat',
      'l.line_number',
      'l.account_id',
      'l.debit',
      'l.credit',
      'l.label',
      'l.reference',
      'l.vat_code_id',
      'p.type as party_type',
      'p.code as party_code',
      'p.name as party_name',
    ])
    .where('e.company_id', '=', companyId)
    .where(IS_SHOWN)
    .orderBy('o.place')
    .orderBy('l.line_number'),
);

/** The last one of each line, where several settle parts of it. */
const letteringsStatement = statement('audit-file-letterings', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.lettering_lines as n')
    .innerJoin('read.letterings as g', 'g.id', 'n.lettering_id')
    .select(['n.entry_id', 'n.line_number', 'g.code', 'g.settled_on'])
    .where('n.company_id', '=', companyId)
    .where('n.entry_id', '=', anyOf(ids))
    .where((eb) => eb.not('n.is_undone'))
    .orderBy('g.id'),
);

const documentsStatement = statement('audit-file-documents', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.documents')
    .select(['last_entry_id', 'document_date'])
    .where('company_id', '=', companyId)
    .where('last_entry_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null),
);

/** The lines of these entries, in the order of the entries. */
export async function linesOfEntries(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<readonly AuditLine[]> {
  const given = { companyId, ids };
  const [lines, lettered, documents] = await Promise.all([
    linesStatement.all(db, given),
    letteringsStatement.all(db, given),
    documentsStatement.all(db, given),
  ]);
  const place = (entryId: number, lineNumber: number) => `${entryId} ${lineNumber}`;
  const letterings = new Map(lettered.map((one) => [place(one.entry_id, one.line_number), one]));
  const dates = new Map(documents.map((one) => [one.last_entry_id, one.document_date]));
  return lines.map((line) => ({
    ...line,
    lettering: letterings.get(place(line.entry_id, line.line_number)) ?? null,
    document_date: dates.get(line.entry_id) ?? null,
  }));
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

/** What entries name, which are few things said many times. */
export interface AuditNames {
  readonly accounts: ReadonlyMap<number, AuditAccount>;
  readonly journals: ReadonlyMap<number, AuditJournal>;
}

export async function namesIn(db: Queryable, companyId: number, language: Language): Promise<AuditNames> {
  const accounts = await accountsStatement.all(db, { companyId, language });
  const journals = await journalsStatement.all(db, { companyId, language });
  return {
    accounts: new Map(accounts.map((row) => [row.id, row])),
    journals: new Map(journals.map((row) => [row.id, row])),
  };
}
