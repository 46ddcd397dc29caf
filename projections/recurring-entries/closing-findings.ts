import { sql } from 'kysely';
import { castAmount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Recurring entries with an unposted date in the year or before. */
export const recurringEntriesNotPosted = statement(
  'closing-recurring-entries-not-posted',
  { companyId: bigint, endsOn: date },
  (db, { companyId, endsOn }) =>
    db
      .selectFrom('read.recurring_entries as r')
      .select((eb) => ['r.id', 'r.label', eb.fn.countAll<number>().over().as('count'), castAmount(sql`0`).as('total')])
      .where('r.company_id', '=', companyId)
      .where('r.deleted_at', 'is', null)
      .where('r.is_active', '=', true)
      .where('r.next_on', '<=', endsOn)
      .orderBy('r.next_on')
      .orderBy('r.id')
      .limit(20),
);
