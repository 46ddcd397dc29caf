import { sql } from 'kysely';
import type pg from 'pg';
import type { DeliveryFacts } from '../../domain/recurring-entries/delivery.ts';
import type { Language } from '../../domain/language.ts';
import { bigint, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Issued documents of recurring entries that wait for sending. */

const waitingStatement = statement(
  'deliveries-of-recurring-documents',
  { afterCompany: bigint, afterEntry: bigint, isRetried: flag, limit: bigint },
  (db, { afterCompany, afterEntry, isRetried, limit }) =>
    db
      .selectFrom('read.recurring_occurrences as o')
      .innerJoin('read.companies as c', 'c.id', 'o.company_id')
      .innerJoin('read.documents as d', (join) =>
        join.onRef('d.company_id', '=', 'o.company_id').onRef('d.id', '=', 'o.document_id'),
      )
      .leftJoin('read.recurring_entries as r', (join) =>
        join.onRef('r.company_id', '=', 'o.company_id').onRef('r.id', '=', 'o.recurring_entry_id'),
      )
      .select([
        'o.company_id',
        'o.recurring_entry_id',
        'o.entry_id',
        sql<number>`o.document_id`.as('document_id'),
        sql<DeliveryFacts['channel']>`o.delivery`.as('channel'),
        sql<Language | null>`r.template ->> 'language'`.as('language'),
        sql<Language>`c.locale`.as('locale'),
      ])
      .where(sql<boolean>`o.delivery is not null and o.delivered_at is null and o.withdrawn_at is null`)
      .where(sql<boolean>`(o.company_id, o.entry_id) > (${afterCompany}, ${afterEntry})`)
      .where(sql<boolean>`(o.failed_at is not null) = ${isRetried}`)
      // A booking that was undone is sent when it is booked again.
      .where('d.status', '=', 'booked')
      .where('c.deleted_at', 'is', null)
      .orderBy('o.company_id')
      .orderBy('o.entry_id')
      .limit(limit),
);

export type WaitingDelivery = RowOfStatement<typeof waitingStatement>;

export interface DeliveryPage {
  readonly after: Pick<WaitingDelivery, 'company_id' | 'entry_id'> | null;
  /** True: those that failed before; false: the others. */
  readonly isRetried: boolean;
  readonly limit: number;
}

export const listWaitingDeliveries = (
  pool: pg.Pool,
  { after, isRetried, limit }: DeliveryPage,
): Promise<readonly WaitingDelivery[]> =>
  waitingStatement.all(pool, {
    afterCompany: after?.company_id ?? 0,
    afterEntry: after?.entry_id ?? 0,
    isRetried,
    limit,
  });

const factsStatement = statement(
  'delivery-of-recurring-document',
  { companyId: bigint, entryId: bigint, documentId: bigint },
  (db, { companyId, entryId, documentId }) =>
    db
      .selectFrom('read.recurring_occurrences as o')
      .select([
        'o.recurring_entry_id',
        'o.entry_id',
        sql<number>`o.document_id`.as('document_id'),
        sql<DeliveryFacts['channel']>`o.delivery`.as('channel'),
        sql<boolean>`o.delivered_at is not null`.as('is_sent'),
        sql<string | null>`o.failure ->> 'code'`.as('reason'),
      ])
      .where('o.company_id', '=', companyId)
      .where('o.entry_id', '=', entryId)
      .where('o.document_id', '=', documentId),
);

export const findDeliveryFacts = (
  pool: pg.Pool,
  given: { readonly companyId: number; readonly entryId: number; readonly documentId: number },
): Promise<DeliveryFacts | undefined> => factsStatement.first(pool, given);
