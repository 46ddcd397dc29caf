import { sql } from 'kysely';
import type pg from 'pg';
import type { EarlierMail } from '../../domain/mail/queueing.ts';
import type { MailStatus } from '../../domain/mail/mail-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { unpreparedStatement, statement } from '../support/statement.ts';

/** Facts that decisions about mails depend on. */

// Planned for each call: bulk mailings grow these tables faster than the server updates its statistics.
const earlierStatement = unpreparedStatement({ companyId: bigint, things: texts }, (db, { companyId, things }) =>
  db
    .selectFrom('read.mail_addresses as a')
    .innerJoin('read.mails as m', 'm.id', 'a.mail_id')
    .select(['a.thing', 'a.address', sql<string>`max(m.created_at)::date::text`.as('on')])
    .where('a.company_id', '=', companyId)
    .where('a.thing', '=', anyOf(things))
    .where('m.status', '<>', 'failed')
    .groupBy(['a.thing', 'a.address']),
);

/** Addresses that these things were sent to, or are about to be sent to. */
export async function listEarlierMails(
  pool: pg.Pool,
  companyId: number,
  things: readonly string[],
): Promise<readonly EarlierMail[]> {
  return earlierStatement.all(pool, { companyId, things });
}

const documentsStatement = statement(
  'documents-of-mails',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.documents')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids))
      .where('deleted_at', 'is', null),
);

export async function findKnownDocuments(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await documentsStatement.all(pool, { companyId, ids })).map(({ id }) => id));
}

const standingStatement = unpreparedStatement({ companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.mails')
    .select(['id', 'status', 'version'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

export async function readMailStatuses(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly status: MailStatus; readonly version: number }>> {
  const rows = await standingStatement.all(pool, { companyId, ids });
  return new Map(rows.map(({ id, status, version }) => [id, { status, version }]));
}
