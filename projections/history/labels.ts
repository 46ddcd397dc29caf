import { sql, type Compilable } from 'kysely';
import type pg from 'pg';
import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import { selectRecords } from '../records/records-query.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigints, type Placeholders } from '../support/parameters.ts';
import { statement, type Statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

/** Current labels of records, for lists with records of all kinds. */

interface Label {
  readonly id: number;
  readonly label: string | null;
}

/** Ids are unique across the service. The requested ids come from changes of files that the caller can see. */
const named = { ids: bigints };
type Given = Placeholders<typeof named>;

/** Fields that identify a record to users, as far as its resource has them. */
const KNOWN_BY = ['number', 'code', 'name', 'label'];

const buildRecordQuery =
  (resource: Resource) =>
  (db: QueryCreator, { ids }: Given): Compilable<Label> => {
    const fields = KNOWN_BY.filter((name) => Object.hasOwn(resource.fields, name)).map((name) => sql.ref(`t.${name}`));
    const words =
      fields.length === 0 ? sql<string | null>`null::text` : sql<string | null>`concat_ws(' ', ${sql.join(fields)})`;
    return selectRecords(db, resource)
      .select(['t.id', words.as('label')])
      .where('t.id', '=', anyOf(ids));
  };

const OTHERS: Readonly<Record<string, (db: QueryCreator, given: Given) => Compilable<Label>>> = {
  entries: (db, { ids }) =>
    db
      .selectFrom('read.entries as e')
      .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
      .select(['e.id', sql<string>`j.code || ' ' || e.number`.as('label')])
      .where('e.id', '=', anyOf(ids)),
  lettering: (db, { ids }) =>
    db.selectFrom('read.letterings as g').select(['g.id', 'g.code as label']).where('g.id', '=', anyOf(ids)),
  'fiscal-years': (db, { ids }) =>
    db.selectFrom('read.fiscal_years as y').select(['y.id', 'y.code as label']).where('y.id', '=', anyOf(ids)),
  'entry-attachments': (db, { ids }) =>
    db.selectFrom('read.entry_attachments as a').select(['a.id', 'a.name as label']).where('a.id', '=', anyOf(ids)),
  'document-imports': (db, { ids }) =>
    db
      .selectFrom('read.document_imports as i')
      .select(['i.id', 'i.original_name as label'])
      .where('i.id', '=', anyOf(ids)),
  documents: (db, { ids }) =>
    db
      .selectFrom('read.documents as d')
      .leftJoin(...buildMergeJoin('d'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('d')))
      .select(['d.id', sql<string>`concat_ws(' ', d.number, p.name)`.as('label')])
      .where('d.id', '=', anyOf(ids)),
  'coda-files': (db, { ids }) =>
    db.selectFrom('read.coda_files as f').select(['f.id', 'f.original_name as label']).where('f.id', '=', anyOf(ids)),
  'bank-transactions': (db, { ids }) =>
    db
      .selectFrom('read.bank_transactions as t')
      .select(['t.id', sql<string>`concat_ws(' ', t.entry_date, t.amount, t.counterpart_name)`.as('label')])
      .where('t.id', '=', anyOf(ids)),
  'vat-declarations': (db, { ids }) =>
    db.selectFrom('read.vat_declarations as d').select(['d.id', 'd.label']).where('d.id', '=', anyOf(ids)),
  'fees-281-50-slips': (db, { ids }) =>
    db
      .selectFrom('read.fees_slips as s')
      .leftJoin(...buildMergeJoin('s'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('s')))
      .select(['s.id', sql<string>`concat_ws(' ', s.year, p.name)`.as('label')])
      .where('s.id', '=', anyOf(ids)),
  'sync-conflicts': (db, { ids }) =>
    db.selectFrom('read.sync_conflicts as s').select(['s.id', 's.resource as label']).where('s.id', '=', anyOf(ids)),
  integrations: (db, { ids }) =>
    db.selectFrom('read.integrations as i').select(['i.id', 'i.name as label']).where('i.id', '=', anyOf(ids)),
  'recurring-entries': (db, { ids }) =>
    db.selectFrom('read.recurring_entries as r').select(['r.id', 'r.label']).where('r.id', '=', anyOf(ids)),
  'fixed-assets': (db, { ids }) =>
    db
      .selectFrom('read.fixed_assets as f')
      .select(['f.id', sql<string>`concat_ws(' ', f.code, f.label)`.as('label')])
      .where('f.id', '=', anyOf(ids)),
  peppol: (db, { ids }) =>
    db
      .selectFrom('read.peppol_registrations as r')
      .select(['r.id', 'r.identifier as label'])
      .where('r.id', '=', anyOf(ids)),
  'peppol-messages': (db, { ids }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select(['m.id', sql<string>`concat_ws(' ', m.number, m.participant)`.as('label')])
      .where('m.id', '=', anyOf(ids)),
  'sepa-files': (db, { ids }) =>
    db.selectFrom('read.sepa_files as f').select(['f.id', 'f.message_id as label']).where('f.id', '=', anyOf(ids)),
  mails: (db, { ids }) =>
    db.selectFrom('read.mails as m').select(['m.id', 'm.subject as label']).where('m.id', '=', anyOf(ids)),
  'mail-templates': (db, { ids }) =>
    db
      .selectFrom('read.mail_templates as t')
      .select(['t.id', sql<string>`t.kind || ' ' || t.language`.as('label')])
      .where('t.id', '=', anyOf(ids)),
  companies: (db, { ids }) =>
    db.selectFrom('read.companies as c').select(['c.id', 'c.name as label']).where('c.id', '=', anyOf(ids)),
};

const statements = new Map<string, Statement<{ ids: readonly number[] }, Label>>([
  ...resources.map((one) => [one.name, statement(`labels-${one.name}`, named, buildRecordQuery(one))] as const),
  ...Object.entries(OTHERS).map(([name, build]) => [name, statement(`labels-${name}`, named, build)] as const),
]);

/** Resources whose records have a label; a test checks that none of the feed is missing. */
export const labelledResources: ReadonlySet<string> = new Set(statements.keys());

export interface RecordNamed {
  readonly resource: string;
  readonly record_id: number;
}

/** Labels by `resource:id`; one query per resource, regardless of the number of records. */
export async function readRecordLabels(
  pool: pg.Pool,
  records: readonly RecordNamed[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<number>>();
  for (const { resource, record_id } of records)
    ids.set(resource, (ids.get(resource) ?? new Set<number>()).add(record_id));
  const found = new Map<string, string>();
  await Promise.all(
    [...ids].map(async ([resource, some]) => {
      const rows = (await statements.get(resource)?.all(pool, { ids: [...some] })) ?? [];
      for (const { id, label } of rows) if (label) found.set(`${resource}:${id}`, label);
    }),
  );
  return found;
}
