import type { TaxEvent } from '../../domain/corporate-tax/tax-events.ts';
import { anyOf } from '../support/expressions.ts';
import type { LabelQuery } from '../support/labels.ts';
import type { Subject } from '../support/subject.ts';
import { projectTaxLines } from './projector.ts';
import { corporateTaxLines } from './tables.ts';

/** The code of the fiscal year. */
const labelTaxLines: LabelQuery = (db, { companies, ids }) =>
  db
    .selectFrom('read.fiscal_years as y')
    .select(['y.id', 'y.code as label'])
    .where('y.company_id', '=', anyOf(companies))
    .where('y.id', '=', anyOf(ids));

export const subject = {
  tables: [corporateTaxLines],
  project: { CorporateTaxLinesSet: projectTaxLines },
  needs: {
    CorporateTaxLinesSet: ({ fiscal_year_id, version }) =>
      version === 1 ? [] : [{ table: corporateTaxLines, key: [fiscal_year_id] }],
  },
  labels: { 'corporate-tax': labelTaxLines },
} satisfies Subject<TaxEvent>;
