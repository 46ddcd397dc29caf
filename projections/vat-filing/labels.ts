import { sql } from 'kysely';
import { anyOf } from '../support/expressions.ts';
import type { LabelQuery } from '../support/labels.ts';
import { buildMergeJoin, resolveThirdPartyId } from '../third-parties/merges.ts';

export const labelFeesSlips: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.fees_slips as s')
    .leftJoin(...buildMergeJoin('s'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('s')))
    .select(['s.id', sql<string>`concat_ws(' ', s.year, p.name)`.as('label')])
    .where('s.company_id', '=', anyOf(companies))
    .where('s.id', '=', anyOf(ids));

/** Year and period: `2026/3`. */
export const labelVatListings: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.vat_listings as l')
    .select(['l.id', sql<string>`concat_ws('/', l.year, l.period)`.as('label')])
    .where('l.company_id', '=', anyOf(companies))
    .where('l.id', '=', anyOf(ids));
