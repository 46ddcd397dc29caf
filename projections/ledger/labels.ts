import { sql } from 'kysely';
import { anyOf } from '../support/expressions.ts';
import type { LabelQuery } from '../support/labels.ts';

export const labelEntries: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.entries as e')
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .select(['e.id', sql<string>`j.code || ' ' || e.number`.as('label')])
    .where('e.company_id', '=', anyOf(companies))
    .where('e.id', '=', anyOf(ids));
