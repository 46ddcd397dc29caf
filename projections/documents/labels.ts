import { sql } from 'kysely';
import { anyOf } from '../support/expressions.ts';
import type { LabelQuery } from '../support/labels.ts';
import { buildMergeJoin, resolveThirdPartyId } from '../third-parties/merges.ts';

export const labelDocuments: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.documents as d')
    .leftJoin(...buildMergeJoin('d'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('d')))
    .select(['d.id', sql<string>`concat_ws(' ', d.number, p.name)`.as('label')])
    .where('d.company_id', '=', anyOf(companies))
    .where('d.id', '=', anyOf(ids));
