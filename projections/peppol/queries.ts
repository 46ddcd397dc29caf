import { sql } from 'kysely';
import type pg from 'pg';
import type { MessageDirection, MessageStatus } from '../../domain/peppol/peppol-events.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

const selectRegistrations = (db: QueryCreator) =>
  db
    .selectFrom('read.peppol_registrations as r')
    .select(['r.id', 'r.company_id', 'r.identifier', 'r.provider', 'r.reference', 'r.status', 'r.reason'])
    .select(['r.verification_url', 'r.incoming_enabled', 'r.outgoing_enabled', 'r.activated_at', 'r.last_checked_at'])
    .select('r.transfers')
    .select(['r.version', 'r.created_at', 'r.updated_at', 'r.deleted_at']);

const livingStatement = statement('peppol-registration', { companyId: bigint }, (db, { companyId }) =>
  selectRegistrations(db).where('r.company_id', '=', companyId).where('r.deleted_at', 'is', null),
);

const byIdsStatement = statement(
  'peppol-registrations-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectRegistrations(db).where('r.company_id', '=', companyId).where('r.id', '=', anyOf(ids)).orderBy('r.id'),
);

export type RegistrationRow = RowOfStatement<typeof livingStatement>;

/** Undefined for a company that is not in the network. */
export async function findRegistration(pool: pg.Pool, companyId: number): Promise<RegistrationRow | undefined> {
  return livingStatement.first(pool, { companyId });
}

/** Includes registrations that have ended, for the feed. */
export async function readRegistrationsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<RegistrationRow[]> {
  return byIdsStatement.all(pool, { companyId, ids });
}

const byReferenceStatement = statement(
  'peppol-company-by-reference',
  { provider: text, reference: text },
  (db, { provider, reference }) =>
    db
      .selectFrom('read.peppol_registrations as r')
      .select('r.company_id')
      .where('r.provider', '=', provider)
      .where('r.reference', '=', reference)
      .where('r.deleted_at', 'is', null),
);

/** The company file that an access point knows under this reference. */
export async function findCompanyByReference(
  pool: pg.Pool,
  provider: string,
  reference: string,
): Promise<number | undefined> {
  return (await byReferenceStatement.first(pool, { provider, reference }))?.company_id;
}

const selectMessages = (db: QueryCreator) =>
  db
    .selectFrom('read.peppol_messages as m')
    .select([
      'm.id',
      'm.direction',
      'm.network',
      'm.document_id',
      'm.import_id',
      'm.participant',
      'm.document_type',
      'm.number',
    ])
    .select(['m.status', 'm.error', 'm.reference', 'm.envelope_id', 'm.content', 'm.history'])
    .select(['m.version', 'm.created_at', 'm.updated_at']);

const messagesByIds = statement('peppol-messages-by-ids', { companyId: bigint, ids: bigints }, (db, given) =>
  selectMessages(db).where('m.company_id', '=', given.companyId).where('m.id', '=', anyOf(given.ids)).orderBy('m.id'),
);

export type MessageRow = RowOfStatement<typeof messagesByIds>;

export async function readPeppolMessagesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<MessageRow[]> {
  return ids.length === 0 ? [] : messagesByIds.all(pool, { companyId, ids });
}

export async function findMessage(pool: pg.Pool, companyId: number, id: number): Promise<MessageRow | undefined> {
  return (await readPeppolMessagesByIds(pool, companyId, [id]))[0];
}

export interface MessageFilter {
  readonly direction?: MessageDirection | undefined;
  readonly status?: MessageStatus | undefined;
  readonly document_id?: number | undefined;
}

const filtered = {
  companyId: bigint,
  direction: optional(text),
  status: optional(text),
  documentId: optional(bigint),
};

const matchesFilter = ({ companyId, direction, status, documentId }: Placeholders<typeof filtered>) =>
  sql<boolean>`${sql.join(
    [
      sql`m.company_id = ${companyId}`,
      ...(direction === undefined ? [] : [sql`m.direction = ${direction}`]),
      ...(status === undefined ? [] : [sql`m.status = ${status}`]),
      ...(documentId === undefined ? [] : [sql`m.document_id = ${documentId}`]),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'peppol-messages',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectMessages(db).where(matchesFilter(given)).orderBy('m.id', 'desc').limit(limit).offset(offset),
);

const countStatement = statement('count-peppol-messages', filtered, (db, given) =>
  db
    .selectFrom('read.peppol_messages as m')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesFilter(given)),
);

/** Newest first. */
export async function listMessages(
  pool: pg.Pool,
  companyId: number,
  { direction, status, document_id: documentId }: MessageFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }> {
  const given = { companyId, direction, status, documentId };
  const [rows, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows, total: count!.total };
}
