import { sql } from 'kysely';
import type pg from 'pg';
import type { Remindable, RemindedParty } from '../../domain/reminders/proposal.ts';
import { DUE_DATE, entryOfLine, selectOpenLines } from '../lettering/open-lines.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, optional } from '../support/parameters.ts';
import { unpreparedStatement } from '../support/statement.ts';
import { buildMergeJoin, selectThirdParty } from '../third-parties/merges.ts';

/** Amounts that customers owe, and their past reminders. */

/** More than are ever reminded at once; oldest first. */
const MOST_LINES = 50_000;

interface Reminded {
  readonly level: number;
  readonly first_on: string | null;
  readonly last_on: string | null;
}

/** Failed mails do not count. */
const REMINDED = sql<Reminded>`(select coalesce(max(r.level), 0) as level, min(r.reminded_on) as first_on, max(r.reminded_on) as last_on
  from read.reminded_lines r join read.mails m on m.company_id = r.company_id and m.id = r.mail_id and m.status <> 'failed'
  where r.company_id = l.company_id and r.line_id = l.id)`;

/** What was supplied: the lines of the document, or the label of the line or entry. */
const DESCRIPTION = sql<string | null>`left(coalesce(
  (select string_agg(x.line ->> 'description', ', ' order by x.place)
   from read.documents d cross join lateral jsonb_array_elements(d.lines) with ordinality as x(line, place)
   where d.company_id = l.company_id and d.last_entry_id = l.entry_id and d.deleted_at is null and x.place <= 3
     and coalesce(x.line ->> 'description', '') <> ''),
  l.label, e.label), 200)`;

/** Up to this number, third parties are looked up one by one in each account; above it, among all open lines. */
const FEW = 20;

/** Planned for each call: reminders grow by thousands within seconds, faster than the server updates its statistics. */
const buildLinesStatement = (isOfFew: boolean) =>
  unpreparedStatement({ companyId: bigint, day: date, partyIds: optional(bigints), limit: bigint }, (db, given) => {
    const { companyId, day, partyIds, limit } = given;
    // Includes lines posted for third parties merged into these.
    const merged =
      partyIds &&
      sql`select g.third_party_id from read.third_party_merges g
        where g.company_id = ${companyId} and g.into_id = ${anyOf(partyIds)}`;
    const isMeant =
      merged &&
      (isOfFew
        ? sql<boolean>`l.third_party_id = any (array(${merged}) || ${partyIds})`
        : sql<boolean>`(l.third_party_id = any (${partyIds}) or l.third_party_id in (${merged}))`);
    return db
      .selectFrom(selectOpenLines(companyId, day, isMeant))
      .crossJoinLateral(entryOfLine)
      .crossJoinLateral(REMINDED.as('reminded'))
      .leftJoin(...buildMergeJoin('l'))
      .crossJoinLateral(selectThirdParty('l'))
      .select([
        'l.id as line_id',
        'l.entry_id',
        'l.line_number',
        'l.account_id',
        'p.id as third_party_id',
        'l.entry_date',
        DUE_DATE.as('due_date'),
        'l.open',
        sql<readonly string[]>`array_remove(array[l.reference, e.reference], null)`.as('references'),
        sql<readonly string[]>`array_remove(array[l.label, e.label], null)`.as('labels'),
        sql<boolean>`(select d.dispute is not null from read.entry_lines d where d.company_id = l.company_id and d.entry_id = l.entry_id and d.line_number = l.line_number)`.as(
          'is_disputed',
        ),
        DESCRIPTION.as('description'),
        'reminded.level as reminded_level',
        'reminded.first_on as first_reminded_on',
        'reminded.last_on as last_reminded_on',
      ])
      .where('p.type', '=', 'customer')
      .where(sql<boolean>`l.layer <> 'carried'`)
      .where(sql<boolean>`(${DUE_DATE} < ${day} or l.open < 0)`)
      .orderBy(DUE_DATE)
      .orderBy('l.entry_id')
      .orderBy('l.line_number')
      .limit(limit);
  });

const [linesOfFew, linesOfMany] = [buildLinesStatement(true), buildLinesStatement(false)];

/** Planned for each call: without the number of ids, the plan would read all third parties of the file. */
const partiesStatement = unpreparedStatement({ companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.third_parties as p')
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.email',
      'p.language',
      'p.reminders',
      // A third party with a register or VAT number is a business.
      sql<boolean>`coalesce(p.vat_number, p.enterprise_number) is not null`.as('is_business'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .where('p.id', '=', anyOf(ids)),
);

export async function readRemindable(
  pool: pg.Pool,
  companyId: number,
  day: string,
  partyIds?: readonly number[],
): Promise<Remindable> {
  const statement = partyIds !== undefined && partyIds.length <= FEW ? linesOfFew : linesOfMany;
  const lines = await statement.all(pool, { companyId, day, partyIds, limit: MOST_LINES });
  const ids = [...new Set(lines.map(({ third_party_id }) => third_party_id))];
  const rows = await partiesStatement.all(pool, { companyId, ids });
  return { lines, parties: new Map(rows.map((row): [number, RemindedParty] => [row.id, row as RemindedParty])) };
}
