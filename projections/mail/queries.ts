import { sql } from 'kysely';
import type pg from 'pg';
import type { MailKind } from '../../domain/mail/kinds.ts';
import type { MailStatus } from '../../domain/mail/mail-events.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, text, type Placeholders } from '../support/parameters.ts';
import { unpreparedStatement, statement, type RowOfStatement } from '../support/statement.ts';
import { isCountedFor } from '../third-parties/merges.ts';

const selectMails = (db: QueryCreator) =>
  db
    .selectFrom('read.mails as m')
    .select([
      'm.id',
      'm.kind',
      'm.language',
      'm.to_addresses',
      'm.cc_addresses',
      'm.subject',
      'm.body',
      'm.attachments',
      'm.third_party_id',
      'm.document_id',
      'm.from_address',
      'm.reply_to',
      'm.reminder',
      'm.status',
      'm.error',
      'm.answer',
      'm.refused_addresses',
      'm.attempts',
      'm.settled_at',
      'm.version',
      'm.created_at',
      'm.updated_at',
      'm.created_by',
    ]);

export type MailRow = RowOfStatement<typeof byIdsStatement>;

// Planned for each call, because mails come by the thousand.
const byIdsStatement = unpreparedStatement({ companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectMails(db).where('m.company_id', '=', companyId).where('m.id', '=', anyOf(ids)).orderBy('m.id'),
);

export async function readMailsByIds(pool: pg.Pool, companyId: number, ids: readonly number[]): Promise<MailRow[]> {
  return byIdsStatement.all(pool, { companyId, ids });
}

export interface MailFilter {
  readonly status?: MailStatus | undefined;
  readonly kind?: MailKind | undefined;
  readonly third_party_id?: number | undefined;
  readonly document_id?: number | undefined;
}

const filtered = {
  companyId: bigint,
  status: optional(text),
  kind: optional(text),
  thirdPartyId: optional(bigint),
  documentId: optional(bigint),
};

const matchesFilter = ({ companyId, status, kind, thirdPartyId, documentId }: Placeholders<typeof filtered>) =>
  sql<boolean>`${sql.join(
    [
      sql`m.company_id = ${companyId}`,
      ...(status === undefined ? [] : [sql`m.status = ${status}`]),
      ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
      ...(thirdPartyId === undefined ? [] : [isCountedFor('m', companyId, thirdPartyId)]),
      ...(documentId === undefined ? [] : [sql`m.document_id = ${documentId}`]),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'mails',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectMails(db).where(matchesFilter(given)).orderBy('m.id', 'desc').limit(limit).offset(offset),
);

const countStatement = statement('count-mails', filtered, (db, given) =>
  db
    .selectFrom('read.mails as m')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesFilter(given)),
);

/** Newest first. */
export async function listMails(
  pool: pg.Pool,
  companyId: number,
  { status, kind, third_party_id: thirdPartyId, document_id: documentId }: MailFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly MailRow[]; readonly total: number }> {
  const given = { companyId, status, kind, thirdPartyId, documentId };
  const [found, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows: found, total: count!.total };
}

const selectTemplates = (db: QueryCreator) =>
  db
    .selectFrom('read.mail_templates as t')
    .select(['t.id', 't.kind', 't.language', 't.subject', 't.body', 't.version', 't.created_at', 't.updated_at']);

export type TemplateRow = RowOfStatement<typeof templatesStatement>;

const templatesStatement = statement('mail-templates', { companyId: bigint }, (db, { companyId }) =>
  selectTemplates(db).where('t.company_id', '=', companyId).orderBy('t.id'),
);

/** All templates that the file has ever customized; there are few. */
export async function listMailTemplates(pool: pg.Pool, companyId: number): Promise<TemplateRow[]> {
  return templatesStatement.all(pool, { companyId });
}

const templatesByIdsStatement = statement(
  'mail-templates-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectTemplates(db).where('t.company_id', '=', companyId).where('t.id', '=', anyOf(ids)).orderBy('t.id'),
);

export async function readMailTemplatesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<TemplateRow[]> {
  return templatesByIdsStatement.all(pool, { companyId, ids });
}

const selectSenders = (db: QueryCreator) =>
  db
    .selectFrom('read.mail_senders as s')
    .select(['s.id', 's.kind', 's.name', 's.version', 's.created_at', 's.updated_at', 's.deleted_at']);

export type SenderRow = RowOfStatement<typeof sendersStatement>;

const sendersStatement = statement('mail-senders', { companyId: bigint }, (db, { companyId }) =>
  selectSenders(db).where('s.company_id', '=', companyId).where('s.deleted_at', 'is', null).orderBy('s.id'),
);

/** All verified senders of the file; there are few. */
export async function listMailSenders(pool: pg.Pool, companyId: number): Promise<SenderRow[]> {
  return sendersStatement.all(pool, { companyId });
}

const sendersByIdsStatement = statement(
  'mail-senders-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectSenders(db).where('s.company_id', '=', companyId).where('s.id', '=', anyOf(ids)).orderBy('s.id'),
);

/** Includes removed senders. */
export async function readMailSendersByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<SenderRow[]> {
  return sendersByIdsStatement.all(pool, { companyId, ids });
}
