import { sql } from 'kysely';
import type pg from 'pg';
import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import { subjects } from '../index.ts';
import { selectRecords } from '../records/records-query.ts';
import { anyOf } from '../support/expressions.ts';
import { labelParameters, type Label, type LabelQuery } from '../support/labels.ts';
import { statement, type Statement } from '../support/statement.ts';

/** Current labels of records, for lists with records of all kinds. */

/** Fields that identify a record to users, as far as its resource has them. */
const KNOWN_BY = ['number', 'code', 'name', 'label'];

const buildRecordQuery =
  (resource: Resource): LabelQuery =>
  (db, { companies, ids }) => {
    const fields = KNOWN_BY.filter((name) => Object.hasOwn(resource.fields, name)).map((name) => sql.ref(`t.${name}`));
    const words =
      fields.length === 0 ? sql<string | null>`null::text` : sql<string | null>`concat_ws(' ', ${sql.join(fields)})`;
    return selectRecords(db, resource)
      .select(['t.id', words.as('label')])
      .where('t.company_id', '=', anyOf(companies))
      .where('t.id', '=', anyOf(ids));
  };

const statements = new Map<string, Statement<{ companies: readonly number[]; ids: readonly number[] }, Label>>([
  ...resources.map(
    (one) => [one.name, statement(`labels-${one.name}`, labelParameters, buildRecordQuery(one))] as const,
  ),
  ...subjects
    .flatMap((one) => Object.entries<LabelQuery>('labels' in one ? one.labels : {}))
    .map(([name, build]) => [name, statement(`labels-${name}`, labelParameters, build)] as const),
]);

/** Resources whose records have a label; a test checks that none of the feed is missing. */
export const labelledResources: ReadonlySet<string> = new Set(statements.keys());

export interface RecordNamed {
  readonly resource: string;
  readonly record_id: number;
}

/** Labels by `resource:id`, in these company files; one query per resource, regardless of the number of records. */
export async function readRecordLabels(
  pool: pg.Pool,
  companies: readonly number[],
  records: readonly RecordNamed[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, Set<number>>();
  for (const { resource, record_id } of records)
    ids.set(resource, (ids.get(resource) ?? new Set<number>()).add(record_id));
  const found = new Map<string, string>();
  await Promise.all(
    [...ids].map(async ([resource, some]) => {
      const rows = (await statements.get(resource)?.all(pool, { companies, ids: [...some] })) ?? [];
      for (const { id, label } of rows) if (label) found.set(`${resource}:${id}`, label);
    }),
  );
  return found;
}
