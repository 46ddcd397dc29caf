import { sql, type SelectQueryBuilder } from 'kysely';
import type { Resource } from '../../domain/records/resource.ts';
import type { Database } from '../database.ts';
import type { QueryCreator } from '../support/compiler.ts';
import type { RecordRow } from './rows.ts';
import { recordTable } from './tables.ts';

/** Over the records of a resource, which are called `t`. */
export type RecordsQuery = SelectQueryBuilder<Database & { t: RecordRow }, 't', object>;

export function recordsOf(db: QueryCreator, resource: Resource): RecordsQuery {
  return db.selectFrom(sql<RecordRow>`${sql.table(`read.${recordTable(resource.name).name}`)}`.as('t'));
}
