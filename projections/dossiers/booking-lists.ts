import { sql, type ExpressionBuilder } from 'kysely';
import type { DocumentLine } from '../../domain/documents/document-events.ts';
import type { Database } from '../database.ts';
import { documentFilter, selectMatchingDocuments } from '../documents/queries.ts';
import { assetFilter, matchesAssetFilter } from '../fixed-assets/queries.ts';
import { letteringFilter, matchesLetteringFilter } from '../lettering/queries.ts';
import { matchesRecurringFilter, recurringFilter } from '../recurring-entries/queries.ts';
import { queries } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, integer, optional, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { buildMergeJoin, isCountedFor, resolveThirdPartyId } from '../third-parties/merges.ts';
import { dated, ROWS_AT_ONCE } from './list-parameters.ts';

/** Lists of what is booked, or will be. */

const selectLines = (eb: ExpressionBuilder<Database & { e: Database['read.entries'] }, 'e'>) =>
  eb.selectFrom('read.entry_lines as l').select('l.id').whereRef('l.entry_id', '=', 'e.id');

/** The currency of an entry (`e`) whose lines share one, and its total in it: the sum of what is debited. */
const currencyOfEntry = queries
  .selectFrom('read.entry_lines as l')
  .select([
    sql<string | null>`case when count(distinct l.currency) = 1 then min(l.currency) end`.as('currency'),
    sql<string | null>`case when count(distinct l.currency) = 1
      then sum(l.currency_amount) filter (where l.currency_amount > 0) end::numeric(20,2)`.as('currency_total'),
  ])
  .where('l.entry_id', '=', sql.ref<number>('e.id'))
  .where('l.currency', 'is not', null)
  .where('l.line_number', '>', 0)
  .as('c');

/** By date: the index on the dates of a company file finds each page, whatever the size of the table. */
export const entries = statement(
  'list-file-entries',
  {
    ...dated,
    afterDate: date,
    journal_id: optional(bigint),
    account_id: optional(bigint),
    third_party_id: optional(bigint),
    status: optional(text),
    /** Found by a search. */
    ids: optional(bigints),
  },
  (db, { companyId, afterId, afterDate, from, to, journal_id, account_id, third_party_id, status, ids }) =>
    db
      .selectFrom('read.entries as e')
      .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
      .crossJoinLateral(currencyOfEntry)
      .leftJoin(...buildMergeJoin('e'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('e')))
      .select(['e.id', 'e.entry_date', 'j.code as journal', 'e.number', 'e.reference', 'e.label', 'e.due_date'])
      .select(['p.name as third_party', 'e.total', 'e.status', 'c.currency', 'c.currency_total'])
      .where('e.company_id', '=', companyId)
      .where(sql<boolean>`(e.entry_date, e.id) > (${afterDate}, ${afterId})`)
      .$if(from !== undefined, (query) => query.where('e.entry_date', '>=', from!))
      .$if(to !== undefined, (query) => query.where('e.entry_date', '<=', to!))
      .$if(journal_id !== undefined, (query) => query.where('e.journal_id', '=', journal_id!))
      .$if(status !== undefined, (query) => query.where(sql<boolean>`e.status = ${status}`))
      .$if(ids !== undefined, (query) => query.where('e.id', '=', anyOf(ids!)))
      .$if(account_id !== undefined, (query) =>
        query.where((eb) => eb.exists(selectLines(eb).where('l.account_id', '=', account_id!))),
      )
      .$if(third_party_id !== undefined, (query) =>
        query.where((eb) => eb.exists(selectLines(eb).where(isCountedFor('l', companyId, third_party_id!)))),
      )
      .orderBy('e.entry_date')
      .orderBy('e.id')
      .limit(ROWS_AT_ONCE),
);

export const documents = statement(
  'list-file-documents',
  { ...documentFilter, afterId: bigint },
  (db, { afterId, ...filter }) =>
    selectMatchingDocuments(db, filter)
      .leftJoin(...buildMergeJoin('d'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('d')))
      .select(['d.id', 'd.direction', 'd.is_credit_note', 'd.number', 'd.document_date', 'd.due_date', 'd.currency'])
      .select(['p.name as third_party', 'd.amount_net', 'd.amount_vat', 'd.amount_gross', 'd.status'])
      .innerJoin('read.companies as c', 'c.id', 'd.company_id')
      .select(['d.kind', 'd.order_reference', 'd.exchange_rate', 'd.tax_exchange_rate', 'c.currency as book_currency'])
      // The amounts of a document in the currency of the file need no lines.
      .select(sql<readonly DocumentLine[] | null>`case when d.currency <> c.currency then d.lines end`.as('lines'))
      .where('d.id', '>', afterId)
      .orderBy('d.id')
      .limit(ROWS_AT_ONCE),
);

export const letterings = statement(
  'list-file-letterings',
  { ...letteringFilter, ...dated },
  (db, { afterId, from, to, ...filter }) =>
    db
      .selectFrom('read.letterings as g')
      .innerJoin('read.accounts as a', 'a.id', 'g.account_id')
      .leftJoin(...buildMergeJoin('g'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('g')))
      .select([
        'g.id',
        'g.code',
        'g.settled_on',
        'a.number as account',
        'p.name as third_party',
        'g.total',
        'g.currency',
      ])
      .select(
        sql<
          string | null
        >`(select sum(n.currency_amount)::numeric(20,2) from read.lettering_lines n where g.currency is not null
          and n.company_id = g.company_id and n.lettering_id = g.id and n.currency_amount > 0)`.as('currency_total'),
      )
      .where(matchesLetteringFilter(filter))
      .where('g.id', '>', afterId)
      .$if(from !== undefined, (query) => query.where('g.settled_on', '>=', from!))
      .$if(to !== undefined, (query) => query.where('g.settled_on', '<=', to!))
      .orderBy('g.id')
      .limit(ROWS_AT_ONCE),
);

export const fixedAssets = statement(
  'list-file-fixed-assets',
  { ...assetFilter, ...dated },
  (db, { afterId, from, to, ...filter }) =>
    db
      .selectFrom('read.fixed_assets as f')
      .innerJoin('read.accounts as a', 'a.id', 'f.account_id')
      .select(['f.id', 'f.code', 'f.label', 'a.number as account', 'f.acquired_on', 'f.method', 'f.cost'])
      .select(['f.revalued', 'f.depreciated', 'f.impaired', 'f.book_value', 'f.disposed_on', 'f.status'])
      .where(matchesAssetFilter(filter))
      .where('f.id', '>', afterId)
      .$if(from !== undefined, (query) => query.where('f.acquired_on', '>=', from!))
      .$if(to !== undefined, (query) => query.where('f.acquired_on', '<=', to!))
      .orderBy('f.id')
      .limit(ROWS_AT_ONCE),
);

export const recurringEntries = statement(
  'list-file-recurring-entries',
  { ...recurringFilter, afterId: bigint },
  (db, { afterId, ...filter }) =>
    db
      .selectFrom('read.recurring_entries as r')
      .leftJoin('read.journals as j', (join) => join.on(sql<boolean>`j.id = (r.template ->> 'journal_id')::bigint`))
      .select(['r.id', 'r.label', 'r.kind as entry_kind', 'j.code as journal', 'r.next_on', 'r.mode', 'r.is_active'])
      .select([
        sql<number>`(r.schedule ->> 'every')::integer`.as('every'),
        sql<string>`r.schedule ->> 'unit'`.as('unit'),
        sql<string | null>`r.schedule ->> 'until'`.as('until'),
      ])
      .where(matchesRecurringFilter(filter))
      .where('r.id', '>', afterId)
      .orderBy('r.id')
      .limit(ROWS_AT_ONCE),
);

export const vatDeclarations = statement(
  'list-file-vat-declarations',
  { ...dated, year: optional(integer), status: optional(text) },
  (db, { companyId, afterId, from, to, year, status }) =>
    db
      .selectFrom('read.vat_declarations as d')
      .select(['d.id', 'd.label as period', 'd.form', 'd.starts_on', 'd.ends_on', 'd.due_on', 'd.status'])
      .select(['d.amount_due', 'd.amount_refund', 'd.filed_on', 'd.filing_reference'])
      .where('d.company_id', '=', companyId)
      .where('d.deleted_at', 'is', null)
      .where('d.id', '>', afterId)
      .$if(from !== undefined, (query) => query.where('d.ends_on', '>=', from!))
      .$if(to !== undefined, (query) => query.where('d.starts_on', '<=', to!))
      .$if(year !== undefined, (query) => query.where('d.year', '=', year!))
      .$if(status !== undefined, (query) => query.where(sql<boolean>`d.status = ${status}`))
      .orderBy('d.id')
      .limit(ROWS_AT_ONCE),
);
