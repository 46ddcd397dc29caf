import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { FeesNature } from '../../domain/vat-filing/fees-events.ts';
import { FEES_ACCOUNTS } from '../../domain/vat-filing/fees-slips.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, integer, nullable } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Recipients of fees in a year: amounts from the books, and manual corrections. */

export type FeesRow = RowOfStatement<typeof feesStatement>;

/** Nothing is read above this number. */
export const MOST_SLIPS = 20_000;

const natureOf = sql`case left(a.number, 4) ${sql.join(
  Object.entries(FEES_ACCOUNTS).map(([prefix, nature]) => sql`when ${sql.lit(prefix)} then ${sql.lit(nature)}`),
  sql` `,
)} end`;

interface FeesOfParty {
  readonly third_party_id: number;
  readonly name: string;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  /** Encrypted. */
  readonly national_number: string | null;
  readonly nature: FeesNature | null;
  readonly amount: string;
  readonly amount_paid: string;
  readonly said_nature: FeesNature | null;
  readonly said_amount: string | null;
  readonly said_amount_paid: string | null;
  readonly said_is_excluded: boolean | null;
  readonly said_version: number | null;
}

const feesStatement = statement(
  'fees-of-year',
  { companyId: bigint, year: integer, from: date, to: date, thirdPartyId: nullable(bigint) },
  // Raw SQL: the paid part of an entry is its settled share, which needs lines of several tables.
  (_db, { companyId, year, from, to, thirdPartyId }) =>
    fromRawSql(sql<FeesOfParty>`
    select p.id as third_party_id, p.name, p.address, p.street, p.house_number, p.box, p.postal_code, p.city, p.country, p.language,
      p.enterprise_number, p.vat_number, p.national_number, f.nature, coalesce(f.amount, 0)::numeric(20,2) as amount,
      coalesce(f.paid, 0)::numeric(20,2) as amount_paid, s.nature as said_nature, s.amount as said_amount,
      s.amount_paid as said_amount_paid, s.is_excluded as said_is_excluded, s.version as said_version
    from (
        select b.third_party_id, sum(b.amount) as amount, sum(b.paid) as paid,
          (array_agg(b.nature order by b.amount desc, b.nature))[1] as nature
        from (
          select o.third_party_id, o.nature, sum(o.amount) as amount,
            sum(round(o.amount * least(greatest(case when t.total = 0 then 0 else t.settled / t.total end, 0), 1), 2)) as paid
          from (
            select e.id as entry_id, ${resolveThirdPartyId('e')} as third_party_id, ${natureOf} as nature, sum(l.debit - l.credit) as amount
            from read.accounts a
              join read.entry_lines l on l.account_id = a.id and l.company_id = a.company_id and l.entry_date between ${from} and ${to}
              join read.entries e on e.company_id = l.company_id and e.id = l.entry_id
              ${joinMerges('e')}
            where a.company_id = ${companyId} and left(a.number, 4) in (${sql.join(Object.keys(FEES_ACCOUNTS).map((one) => sql.lit(one)))})
              and l.layer = 'movement' and e.third_party_id is not null
            group by 1, 2, 3) o
            cross join lateral (
              select coalesce(sum(l.credit - l.debit), 0) as total, coalesce((
                select -sum(n.amount) from read.lettering_lines n
                where n.company_id = ${companyId} and n.entry_id = o.entry_id and not n.is_undone and n.settled_on <= ${to}), 0) as settled
              from read.entry_lines l where l.company_id = ${companyId} and l.entry_id = o.entry_id and l.third_party_id is not null) t
          group by 1, 2) b
        group by 1) f
      full join (select * from read.fees_slips where company_id = ${companyId} and year = ${year}) s
        on s.third_party_id = f.third_party_id
      full join (select ${thirdPartyId} as third_party_id where ${thirdPartyId} is not null) o
        on o.third_party_id = coalesce(f.third_party_id, s.third_party_id)
      join read.third_parties p
        on p.id = coalesce(f.third_party_id, s.third_party_id, o.third_party_id) and p.company_id = ${companyId}
    where (${thirdPartyId} is null or p.id = ${thirdPartyId})
    order by p.name, p.id limit ${sql.lit(MOST_SLIPS + 1)}`),
);

/** For a single third party, a row is returned even if there is nothing to report. */
export async function readYearFees(
  db: Queryable,
  companyId: number,
  year: number,
  thirdPartyId: number | null = null,
): Promise<readonly FeesRow[]> {
  return feesStatement.all(db, { companyId, year, from: `${year}-01-01`, to: `${year}-12-31`, thirdPartyId });
}

const slipsStatement = statement('fees-slips-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db.selectFrom('read.fees_slips').selectAll().where('company_id', '=', companyId).where('id', '=', anyOf(ids)),
);

/** Manual corrections of slips, for the feed. */
export const readFeesSlipsByIds = (db: Queryable, companyId: number, ids: readonly number[]) =>
  slipsStatement.all(db, { companyId, ids });
