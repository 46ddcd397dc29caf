import { sql } from 'kysely';
import type pg from 'pg';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { UndoFacts, UndoNeeds } from '../../domain/history/undo.ts';
import type { DocumentFacts } from '../../domain/documents/facts.ts';
import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import type { LetteredLine } from '../../domain/lettering/lettering-events.ts';
import type { KnownLettering } from '../../domain/lettering/undo-facts.ts';
import { loadImportsToUndo } from '../document-imports/facts.ts';
import { readOriginLines } from '../fixed-assets/facts.ts';
import { readDocumentFacts, listEntryDocuments, listStoredFileHashes } from '../documents/facts.ts';
import { loadKnownFiles, loadKnownTransactions } from '../bank/facts.ts';
import { readEntryFacts } from '../ledger/facts.ts';
import { readDeclarationFacts } from '../vat-declarations/facts.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Facts about entries, letterings, files and years needed to undo something, read together in bulk. */

const given = { companyId: bigint, ids: bigints };

const letteringsStatement = statement('letterings-to-undo', given, (db, { companyId, ids }) =>
  db
    .selectFrom('read.letterings as g')
    .innerJoin('read.lettering_lines as o', 'o.lettering_id', 'g.id')
    .select([
      'g.id',
      'g.code',
      'g.account_id',
      'g.third_party_id',
      'g.settled_on',
      'g.origin',
      'g.reason',
      'g.difference_entry_id',
      'g.moved_tax',
      'g.version',
      'g.deleted_at',
      'o.line_id',
      'o.entry_id',
      'o.line_number',
      'o.amount',
    ])
    .where('g.company_id', '=', companyId)
    .where('g.id', '=', anyOf(ids))
    .orderBy('g.id')
    .orderBy('o.entry_id')
    .orderBy('o.line_number'),
);

async function readLetteringsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownLettering>> {
  const found = new Map<number, KnownLettering & { readonly lines: LetteredLine[] }>();
  const rows = ids.length === 0 ? [] : await letteringsStatement.all(pool, { companyId, ids });
  for (const { line_id, entry_id, line_number, amount, ...head } of rows) {
    const { reason, difference_entry_id, moved_tax, deleted_at, ...kept } = head;
    const known = found.get(head.id) ?? {
      ...kept,
      ...(reason !== null && { reason }),
      ...(difference_entry_id !== null && { difference_entry_id }),
      has_moved_tax: moved_tax,
      is_undone: deleted_at !== null,
      lines: [],
    };
    known.lines.push({ line_id, entry_id, line_number, amount });
    found.set(head.id, known);
  }
  return found;
}

/** The requested files and all other files of the same entries: a file is not attached twice. */
const attachmentsStatement = statement('attachments-to-undo', given, (db, { companyId, ids }) =>
  db
    .selectFrom('read.entry_attachments as a')
    .leftJoin('read.companies as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.entry_id', 'a.name', 'a.mime', 'a.size', 'a.sha256', 'a.version'])
    .select(sql<boolean>`a.deleted_at is not null`.as('is_detached'))
    .select(
      // A detached file is swept once its retention in the recycle bin is over; one day early is close enough.
      sql<boolean>`(a.deleted_at is null or a.deleted_at > now() - make_interval(days => coalesce((c.settings ->> 'history.trash_retention_days')::integer, ${sql.lit(DEFAULT_RETENTION_DAYS)}) - 1))`.as(
        'is_kept',
      ),
    )
    .where('a.company_id', '=', companyId)
    .where('a.entry_id', 'in', (query) =>
      query.selectFrom('read.entry_attachments').select('entry_id').where('id', '=', anyOf(ids)),
    ),
);

const yearsStatement = statement('fiscal-years-to-undo', given, (db, { companyId, ids }) =>
  db
    .selectFrom('read.fiscal_years')
    .select(['id', 'code', 'starts_on', 'ends_on', 'period_length'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

export async function readUndoFacts(pool: pg.Pool, companyId: number, needed: UndoNeeds): Promise<UndoFacts> {
  const { attachments = [], fiscalYears = [], statementFiles = [], bankTransactions = [] } = needed;
  const [letterings, files, years, imports, statements, transactions, declarations, origins] = await Promise.all([
    readLetteringsByIds(pool, companyId, needed.letterings ?? []),
    attachments.length === 0 ? [] : attachmentsStatement.all(pool, { companyId, ids: attachments }),
    fiscalYears.length === 0 ? [] : yearsStatement.all(pool, { companyId, ids: fiscalYears }),
    loadImportsToUndo(pool, companyId, needed.imports ?? []),
    statementFiles.length === 0 ? [] : loadKnownFiles(pool, companyId, statementFiles),
    bankTransactions.length === 0 ? [] : loadKnownTransactions(pool, companyId, bankTransactions),
    readDeclarationFacts(pool, companyId, needed.vatDeclarations ?? []),
    readOriginLines(pool, companyId, needed.originLines ?? [], needed.fixedAssets ?? []),
  ]);
  const differences = [...letterings.values()].flatMap(({ difference_entry_id: id }) => (id === undefined ? [] : [id]));
  const entries = await readWithReversals(pool, companyId, [...(needed.entries ?? []), ...differences]);
  // An undone lettering may have been redone: those in force on the same entries are checked.
  const isUndone = [...letterings.values()].some(({ is_undone }) => is_undone);
  const inForce = isUndone ? [...entries.values()].flatMap((entry) => entry.letterings.map(({ id }) => id)) : [];
  const others = await readLetteringsByIds(
    pool,
    companyId,
    [...new Set(inForce)].filter((id) => !letterings.has(id)),
  );
  const more = [...others.values()].flatMap(({ difference_entry_id: id }) => (id === undefined ? [] : [id]));
  const allEntries = new Map([
    ...entries,
    ...(await readWithReversals(
      pool,
      companyId,
      more.filter((id) => !entries.has(id)),
    )),
  ]);
  const documents = await readRelatedDocuments(pool, companyId, needed.documents ?? [], [...allEntries.keys()]);
  return {
    entries: allEntries,
    documents: new Map(documents.map((document) => [document.id, document])),
    keptFiles: await listStoredFileHashes(pool, companyId, needed.documents ?? []),
    letterings: new Map([...letterings, ...others]),
    attachments: new Map(files.map((file) => [file.id, file])),
    fiscalYears: new Map(years.map((year) => [year.id, year])),
    imports,
    statementFiles: new Map(statements.map((file) => [file.id, file])),
    bankTransactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    vatDeclarations: new Map(declarations.map((declaration) => [declaration.id, declaration])),
    originLines: new Map(origins.map((line) => [line.line_id, line])),
  };
}

async function readRelatedDocuments(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
  entryIds: readonly number[],
): Promise<readonly DocumentFacts[]> {
  const [named, booked] = await Promise.all([
    readDocumentFacts(pool, companyId, ids),
    listEntryDocuments(pool, companyId, entryIds),
  ]);
  return [...named, ...booked];
}

/** Reversals of reversals are rare: beyond this number the entry is simply reported as reversed. */
const MOST_ROUNDS = 12;

/** Undoing a reversal may make the original entry count again, so all related entries are read. */
async function readWithReversals(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EntryFacts>> {
  const entries = new Map<number, EntryFacts>();
  let missing = [...new Set(ids)];
  for (let round = 0; missing.length > 0 && round < MOST_ROUNDS; round += 1) {
    const found = await readEntryFacts(pool, companyId, missing);
    for (const entry of found) entries.set(entry.id, entry);
    const related = found.flatMap((entry) => [entry.reversed_entry_id, entry.reversed_by_entry_id]);
    missing = [...new Set(related)].filter((id): id is number => id !== null && !entries.has(id));
  }
  return entries;
}
