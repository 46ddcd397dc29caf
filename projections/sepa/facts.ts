import { sql } from 'kysely';
import type pg from 'pg';
import type { SepaFileFacts } from '../../domain/sepa/booking.ts';
import { toSepaLine } from '../../domain/sepa/creation.ts';
import type { ProposedLine, ProposedParty } from '../../domain/sepa/proposal.ts';
import type { SepaType } from '../../domain/sepa/sepa-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { DUE_DATE, entryOfLine, selectOpenLines } from '../lettering/open-lines.ts';
import { buildMergeJoin, selectThirdParty } from '../third-parties/merges.ts';
import { IN_SEPA_FILE } from './active-file.ts';
import { findSepaFile } from './queries.ts';

/** Facts that decisions about SEPA files depend on. */

export async function findSepaFileFacts(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<SepaFileFacts | undefined> {
  const file = await findSepaFile(pool, companyId, id);
  if (!file) return undefined;
  const { type, journal_id, execution_date, batch_booking, message_id } = file;
  const payments = file.payments.map(({ mandate, ...payment }) => ({ ...payment, ...(mandate && { mandate }) }));
  return { id, type, journal_id, execution_date, batch_booking, message_id, payments };
}

/** More than are ever paid in one day; the rest is proposed once these are in a file. */
const MOST_PROPOSED = 5_000;

const proposedStatement = statement(
  'lines-to-propose',
  { companyId: bigint, day: date, until: date, partyType: text, limit: bigint },
  (db, { companyId, day, until, partyType, limit }) =>
    db
      .selectFrom(selectOpenLines(companyId, day))
      .crossJoinLateral(entryOfLine)
      .leftJoin(...buildMergeJoin('l'))
      .crossJoinLateral(selectThirdParty('l'))
      .innerJoin('read.companies as c', 'c.id', 'l.company_id')
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
        IN_SEPA_FILE.as('in_sepa_file_id'),
        sql<boolean>`(select d.dispute is not null from read.entry_lines d where d.company_id = l.company_id and d.entry_id = l.entry_id and d.line_number = l.line_number)`.as(
          'is_disputed',
        ),
        sql<string | null>`(select d.currency from read.entry_lines d
          where d.company_id = l.company_id and d.entry_id = l.entry_id and d.line_number = l.line_number)`.as(
          'currency',
        ),
        'l.currency_open',
        'c.currency as book_currency',
      ])
      .where('p.type', '=', partyType as never)
      .where(sql<boolean>`l.layer <> 'carried'`)
      // Amounts in the opposite direction are deducted regardless of their due date.
      .where(sql<boolean>`(${DUE_DATE} <= ${until} or (l.open > 0) = (p.type = 'supplier'))`)
      .orderBy(DUE_DATE)
      .orderBy('l.entry_id')
      .orderBy('l.line_number')
      .limit(limit),
);

const partiesStatement = statement(
  'parties-to-propose',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.third_parties as p')
      .select(['p.id', 'p.name', 'p.ibans', 'p.bic', 'p.is_payment_blocked', 'p.payment_block_reason', 'p.mandates'])
      .where('p.company_id', '=', companyId)
      .where('p.id', '=', anyOf(ids)),
);

export interface Proposable {
  readonly lines: readonly ProposedLine[];
  readonly parties: ReadonlyMap<number, ProposedParty>;
}

/** Lines of suppliers or customers that are open on the day and due by `until`. */
export async function readProposable(
  pool: pg.Pool,
  companyId: number,
  { type, day, until }: { readonly type: SepaType; readonly day: string; readonly until: string },
): Promise<Proposable> {
  const partyType = type === 'credit_transfer' ? 'supplier' : 'customer';
  const found = await proposedStatement.all(pool, { companyId, day, until, partyType, limit: MOST_PROPOSED });
  const lines = found.map(({ book_currency, ...line }) => toSepaLine(line, book_currency));
  const ids = [...new Set(lines.map(({ third_party_id }) => third_party_id))];
  const rows = await partiesStatement.all(pool, { companyId, ids });
  const parties = rows.map(({ ibans, mandates, ...party }): [number, ProposedParty] => [
    party.id,
    {
      ...party,
      iban: ibans[0] ?? null,
      has_mandate: mandates.some(({ is_active }) => is_active),
    },
  ]);
  return { lines, parties: new Map(parties) };
}
