import { sql, type SelectQueryBuilder } from 'kysely';
import type { Resource } from '../../domain/records/resource.ts';
import type { Database } from '../database.ts';
import type { QueryCreator } from '../support/compiler.ts';
import type { RecordRow } from './rows.ts';
import { getRecordTable } from './tables.ts';

/** A query over the records of a resource, with the alias `t`. */
export type RecordsQuery = SelectQueryBuilder<Database & { t: RecordRow }, 't', object>;

export function selectRecords(db: QueryCreator, resource: Resource): RecordsQuery {
  return db.selectFrom(sql<RecordRow>`${sql.table(`read.${getRecordTable(resource.name).name}`)}`.as('t'));
}
