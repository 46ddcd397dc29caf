import { sql } from 'kysely';
import { annualFilingEvents, type AnnualFilingEvent } from '../../domain/annual-filings/filing-events.ts';
import { anyOf } from '../support/expressions.ts';
import type { LabelQuery } from '../support/labels.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectAnnualFiling } from './projector.ts';
import { annualFilingFiles, annualFilings, annualFilingVersions } from './tables.ts';

/** The code of the fiscal year. */
const labelFilings: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.fiscal_years as y')
    .select(['y.id', sql<string | null>`y.code`.as('label')])
    .where('y.company_id', '=', anyOf(companies))
    .where('y.id', '=', anyOf(ids));

const getKey = ({ fiscal_year_id, version }: { readonly fiscal_year_id: number; readonly version: number }) =>
  version === 1 ? [] : [{ table: annualFilings, key: [fiscal_year_id] }];

export const subject = {
  tables: [annualFilings, annualFilingVersions, annualFilingFiles],
  project: handleEach(annualFilingEvents, projectAnnualFiling),
  needs: handleEach(annualFilingEvents, getKey),
  labels: { 'annual-filings': labelFilings },
} satisfies Subject<AnnualFilingEvent>;
