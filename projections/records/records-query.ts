import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../database.ts';
import type { RecordRow } from './rows.ts';

/** Over the records of a resource, which are called `t`. */
export type RecordsQuery = SelectQueryBuilder<Database & { t: RecordRow }, 't', object>;
