import { sql } from 'kysely';
import type pg from 'pg';
import type { EarlierMail } from '../../domain/mail/queueing.ts';
import type { MailStatus } from '../../domain/mail/mail-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { plannedEachTime, statement } from '../support/statement.ts';

/** What decisions about mails depend on. */

// Planned each time: when many mails are written at once, these tables grow faster than the server takes note of it.
const earlierStatement = plannedEachTime({ companyId: bigint, things: texts }, (db, { companyId, things }) =>
  db
    .selectFrom('read.mail_addresses as a')
    .innerJoin('read.mails as m', 'm.id', 'a.mail_id')
    .select(['a.thing', 'a.address', sql<string>`max(m.created_at)::date::text`.as('on')])
    .where('a.company_id', '=', companyId)
    .where('a.thing', '=', anyOf(things))
    .where('m.status', '<>', 'failed')
    .groupBy(['a.thing', 'a.address']),
);

/** Who got these things, or is about to get them. */
export async function earlierMails(
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

export async function knownDocuments(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await documentsStatement.all(pool, { companyId, ids })).map(({ id }) => id));
}

const standingStatement = plannedEachTime({ companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.mails')
    .select(['id', 'status', 'version'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

export async function standingOfMails(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly status: MailStatus; readonly version: number }>> {
  const rows = await standingStatement.all(pool, { companyId, ids });
  return new Map(rows.map(({ id, status, version }) => [id, { status, version }]));
}
