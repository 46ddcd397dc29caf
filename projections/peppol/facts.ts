import { sql } from 'kysely';
import type pg from 'pg';
import type { Network } from '../../domain/peppol/peppol-events.ts';
import type { KnownMessage } from '../../domain/peppol/messages.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, text, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Facts that decisions about messages depend on. */

const lastOfDocument = statement(
  'last-peppol-message-of-document',
  { companyId: bigint, documentId: bigint, network: text },
  (db, { companyId, documentId, network }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select(['m.id', 'm.status'])
      .where('m.company_id', '=', companyId)
      .where('m.document_id', '=', documentId)
      .where(sql<boolean>`m.network = ${network}`)
      .where('m.document_type', '<>', 'response')
      .orderBy('m.id', 'desc')
      .limit(1),
);

/** The message by which a document was last sent over a network. */
export async function findLastMessage(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
  network: Network,
): Promise<Pick<KnownMessage, 'id' | 'status'> | null> {
  return (await lastOfDocument.first(pool, { companyId, documentId, network })) ?? null;
}

const receivedStatement = statement(
  'peppol-messages-received',
  { companyId: bigint, references: texts },
  (db, { companyId, references }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select('m.reference')
      .where('m.company_id', '=', companyId)
      .where('m.direction', '=', 'in')
      .where('m.reference', '=', anyOf(references)),
);

/** The references of an access point that were already received. */
export async function findReceivedReferences(
  pool: pg.Pool,
  companyId: number,
  references: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (references.length === 0) return new Set();
  return new Set((await receivedStatement.all(pool, { companyId, references })).map(({ reference }) => reference));
}

const envelopeStatement = statement(
  'peppol-envelope-received',
  { companyId: bigint, envelopeId: text },
  (db, { companyId, envelopeId }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select('m.id')
      .where('m.company_id', '=', companyId)
      .where('m.direction', '=', 'in')
      .where('m.envelope_id', '=', envelopeId)
      .limit(1),
);

/** Whether this envelope was already received, under any reference of the access point. */
export async function isEnvelopeReceived(pool: pg.Pool, companyId: number, envelopeId: string): Promise<boolean> {
  return (await envelopeStatement.first(pool, { companyId, envelopeId })) !== undefined;
}

const aboutStatement = statement(
  'peppol-message-about',
  { companyId: bigint, about: text, participant: text },
  (db, { companyId, about, participant }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select(['m.id', 'm.version', 'm.direction', 'm.status', 'm.network'])
      .where('m.company_id', '=', companyId)
      .where('m.direction', '=', 'out')
      .where('m.network', '=', 'peppol')
      .where('m.document_type', '<>', 'response')
      .where((eb) =>
        eb.or([
          eb('m.envelope_id', '=', about),
          eb.and([eb('m.number', '=', about), eb('m.participant', '=', participant)]),
        ]),
      )
      .orderBy('m.id', 'desc')
      .limit(1),
);

/** The last message that a response of this participant refers to: by its envelope, or by the document number. */
export async function findMessageAbout(
  pool: pg.Pool,
  companyId: number,
  about: string,
  participant: string,
): Promise<KnownMessage | undefined> {
  return aboutStatement.first(pool, { companyId, about, participant });
}

const openStatement = statement('peppol-messages-open', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.peppol_messages as m')
    .select(['m.id', 'm.version', 'm.direction', 'm.status', 'm.network', 'm.reference'])
    .where('m.company_id', '=', companyId)
    .where('m.network', '=', 'peppol')
    .where('m.status', '=', 'sent')
    .where('m.reference', 'is not', null)
    .orderBy('m.id', 'desc')
    .limit(100),
);

/** Messages that were sent and have no later status yet, newest first. */
export async function listOpenMessages(
  pool: pg.Pool,
  companyId: number,
): Promise<readonly (KnownMessage & { readonly reference: string | null })[]> {
  return openStatement.all(pool, { companyId });
}

const importStatement = statement(
  'import-of-peppol',
  { companyId: bigint, importId: bigint },
  (db, { companyId, importId }) =>
    db
      .selectFrom('read.peppol_messages as m')
      .select('m.network')
      .where('m.company_id', '=', companyId)
      .where('m.import_id', '=', importId)
      .limit(1),
);

/** The network that an import came through; null if none. */
export async function findImportNetwork(pool: pg.Pool, companyId: number, importId: number): Promise<Network | null> {
  return (await importStatement.first(pool, { companyId, importId }))?.network ?? null;
}

const elsewhereStatement = statement(
  'peppol-identifier-elsewhere',
  { companyId: bigint, identifier: text },
  (db, { companyId, identifier }) =>
    db
      .selectFrom('read.peppol_registrations as r')
      .select('r.company_id')
      .where('r.identifier', '=', identifier)
      .where('r.company_id', '<>', companyId)
      .where('r.status', '<>', 'refused')
      .where('r.deleted_at', 'is', null)
      .orderBy('r.id')
      .limit(1),
);

/** The other company file that is registered in the network under this number; null if there is none. */
export async function findOtherHolder(pool: pg.Pool, companyId: number, identifier: string): Promise<number | null> {
  return (await elsewhereStatement.first(pool, { companyId, identifier }))?.company_id ?? null;
}

const sendingStatement = statement('peppol-messages-queued', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.peppol_messages as m')
    .select('m.id')
    .where('m.company_id', '=', companyId)
    .where('m.status', '=', 'queued')
    .limit(1),
);

/** Whether a message is queued for sending. */
export async function isSending(pool: pg.Pool, companyId: number): Promise<boolean> {
  return (await sendingStatement.first(pool, { companyId })) !== undefined;
}
