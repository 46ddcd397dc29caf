import { sql } from 'kysely';
import type pg from 'pg';
import { toBookDate } from '../../domain/dates.ts';
import type { DocumentFile } from '../../domain/documents/document-events.ts';
import type { Queryable } from '../../database/snapshot.ts';
import type { QueryCreator } from '../support/compiler.ts';
import type { DocumentKind } from '../../domain/documents/terms.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  oneOf,
  optional,
  shape,
  text,
  texts,
  type Placeholders,
} from '../support/parameters.ts';
import { toLikePattern, splitSearchText } from '../support/search.ts';
import { unpreparedStatement, statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';
import { SHOWN } from './columns.ts';
import { selectOpenEntries } from './payments.ts';

export type DocumentRow = RowOfStatement<typeof byIds>;

const selectDocuments = (db: QueryCreator) =>
  db
    .selectFrom('read.documents as d')
    .leftJoin(...buildMergeJoin('d'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('d')))
    .select(SHOWN)
    .select([
      resolveThirdPartyId<number>('d').as('third_party_id'),
      'p.name as third_party_name',
      'p.type as third_party_type',
      'p.code as third_party_code',
      sql<string>`(select c.currency from read.companies c where c.id = d.company_id)`.as('book_currency'),
    ]);

const byIds = statement('documents-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectDocuments(db).where('d.company_id', '=', companyId).where('d.id', '=', anyOf(ids)),
);

/** In the order of the ids, trashed documents included. Ids unknown to the company file are skipped. */
export async function readDocumentsByIds(
  pool: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<readonly DocumentRow[]> {
  if (ids.length === 0) return [];
  const found = new Map((await byIds.all(pool, { companyId, ids })).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Undefined if the document does not exist or is trashed. */
export async function findDocument(pool: Queryable, companyId: number, id: number): Promise<DocumentRow | undefined> {
  const [row] = await readDocumentsByIds(pool, companyId, [id]);
  return row?.deleted_at === null ? row : undefined;
}

/** Current names of the accounts and VAT codes used in lines. */
export interface DocumentNames {
  readonly accounts: ReadonlyMap<number, RowOfStatement<typeof accountsStatement>>;
  readonly vatCodes: ReadonlyMap<number, RowOfStatement<typeof vatCodesStatement>>;
}

const named = { companyId: bigint, ids: bigints };

const accountsStatement = statement('accounts-of-documents', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.accounts')
    .select(['id', 'number', 'label', 'labels'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

const vatCodesStatement = statement('vat-codes-of-documents', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.vat_codes')
    .select(['id', 'code', 'rate', 'label', 'labels', 'kind', 'direction'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

/** One query per resource, regardless of the number of documents. */
export async function readDocumentNames(
  pool: Queryable,
  companyId: number,
  documents: readonly Pick<DocumentRow, 'lines'>[],
): Promise<DocumentNames> {
  const lines = documents.flatMap((document) => document.lines);
  const collectIds = (name: 'account_id' | 'vat_code_id') => [...new Set(lines.map((line) => line[name]))];
  const [accounts, vatCodes] = await Promise.all([
    accountsStatement.all(pool, { companyId, ids: collectIds('account_id') }),
    vatCodesStatement.all(pool, { companyId, ids: collectIds('vat_code_id') }),
  ]);
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    vatCodes: new Map(vatCodes.map((code) => [code.id, code])),
  };
}

export interface DocumentFilter {
  readonly status?: 'pending' | 'booked' | undefined;
  readonly direction?: 'purchase' | 'sale' | undefined;
  /** The same by another name. */
  readonly type?: 'purchases' | 'sales' | undefined;
  readonly kind?: DocumentKind | undefined;
  readonly payment?: PaymentFilter | undefined;
  readonly third_party_id?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
}

/** Of booked documents: something is open, is open after its due date, or nothing is open. */
export const PAYMENT_FILTERS = ['open', 'late', 'paid'] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];

export const documentFilter = {
  companyId: bigint,
  status: optional(oneOf<'pending' | 'booked'>()),
  direction: optional(oneOf<'purchase' | 'sale'>()),
  directionOfType: optional(oneOf<'purchase' | 'sale'>()),
  kind: optional(oneOf<DocumentKind>()),
  payment: shape<PaymentFilter | ''>(),
  today: date,
  thirdPartyId: optional(bigint),
  from: optional(date),
  to: optional(date),
  patterns: optional(texts),
};

type Filters = Placeholders<typeof documentFilter>;

/** A document without an entry is neither open nor paid. */
function buildPaymentCondition(db: QueryCreator, { companyId, payment, today }: Filters) {
  const entries = db
    .selectFrom(selectOpenEntries(db, companyId).as('o'))
    .select('o.entry_id')
    .$if(payment === 'late', (query) => query.where('o.due_on', '<', today));
  const isOpen = sql<boolean>`d.last_entry_id in ${entries}`;
  return payment === 'paid'
    ? sql<boolean>`d.status = 'booked' and not ${isOpen}`
    : sql<boolean>`d.status = 'booked' and ${isOpen}`;
}

/** Every search word must occur in the document or in the name of its third party. */
export const selectMatchingDocuments = (db: QueryCreator, given: Filters) =>
  db
    .selectFrom('read.documents as d')
    .where('d.company_id', '=', given.companyId)
    .where('d.deleted_at', 'is', null)
    .$if(given.status !== undefined, (query) => query.where('d.status', '=', given.status!))
    .$if(given.direction !== undefined, (query) => query.where('d.direction', '=', given.direction!))
    .$if(given.directionOfType !== undefined, (query) => query.where('d.direction', '=', given.directionOfType!))
    .$if(given.kind !== undefined, (query) => query.where('d.kind', '=', given.kind!))
    .$if(given.payment !== '', (query) => query.where(buildPaymentCondition(db, given)))
    .$if(given.thirdPartyId !== undefined, (query) =>
      query.where(isCountedFor('d', given.companyId, given.thirdPartyId!)),
    )
    .$if(given.from !== undefined, (query) => query.where('d.document_date', '>=', given.from!))
    .$if(given.to !== undefined, (query) => query.where('d.document_date', '<=', given.to!))
    .$if(given.patterns !== undefined, (query) =>
      query.where(
        sql<boolean>`not exists (select 1 from unnest(${given.patterns!}) as pattern where d.search not like pattern and not exists (
          select 1 from read.third_parties t left join read.third_party_merges m on m.company_id = d.company_id and m.third_party_id = d.third_party_id
          where t.id = coalesce(m.into_id, d.third_party_id) and t.search like pattern))`,
      ),
    );

const pageStatement = unpreparedStatement({ ...documentFilter, limit: bigint, offset: bigint }, (db, given) =>
  selectMatchingDocuments(db, given)
    .select('d.id')
    .orderBy('d.document_date', 'desc')
    .orderBy('d.id', 'desc')
    .limit(given.limit)
    .offset(given.offset),
);

const SIGN = sql`case when d.is_credit_note then -1 else 1 end`;
/** Offers are no sales yet: they count only in a list of their own. */
const IS_OFFER = sql<boolean>`d.kind in ('quotation', 'proforma')`;

const totalsStatement = unpreparedStatement(documentFilter, (db, given) =>
  selectMatchingDocuments(db, given)
    .leftJoin(selectOpenEntries(db, given.companyId).as('o'), (join) =>
      join.onRef('o.entry_id', '=', 'd.last_entry_id').on('d.status', '=', 'booked'),
    )
    .select((eb) => [
      'd.direction',
      'd.currency',
      IS_OFFER.as('is_offer'),
      eb.fn.countAll<number>().as('count'),
      sumAmount(sql`d.amount_net * ${SIGN}`).as('amount_net'),
      sumAmount(sql`d.amount_vat * ${SIGN}`).as('amount_vat'),
      sumAmount(sql`d.amount_gross * ${SIGN}`).as('amount_gross'),
      sumAmount(sql`coalesce(o.currency_open, o.open) * case when d.direction = 'purchase' then -1 else 1 end`).as(
        'open_amount',
      ),
    ])
    .groupBy(['d.direction', 'd.currency', IS_OFFER])
    .orderBy('d.direction', 'desc')
    .orderBy('d.currency'),
);

export type DocumentTotals = Omit<RowOfStatement<typeof totalsStatement>, 'is_offer'>;

export function toDocumentFilter(companyId: number, filter: DocumentFilter) {
  const { third_party_id, type, q, payment: asked, ...others } = filter;
  const payment: PaymentFilter | '' = asked ?? '';
  const parts = q === undefined ? [] : splitSearchText(q).map(toLikePattern);
  return {
    ...others,
    companyId,
    payment,
    today: toBookDate(new Date()),
    directionOfType: type && (type === 'purchases' ? ('purchase' as const) : ('sale' as const)),
    thirdPartyId: third_party_id,
    patterns: parts.length === 0 ? undefined : parts,
  };
}

/** Newest first, by date and then by id. */
export async function findDocuments(
  pool: pg.Pool,
  companyId: number,
  filter: DocumentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FoundDocuments> {
  const given = toDocumentFilter(companyId, filter);
  const [rows, groups] = await Promise.all([
    pageStatement.all(pool, { ...given, limit, offset }),
    totalsStatement.all(pool, given),
  ]);
  const isOfOffers = filter.kind === 'quotation' || filter.kind === 'proforma';
  return {
    ids: rows.map(({ id }) => id),
    total: groups.reduce((total, { count }) => total + count, 0),
    totals: groups.filter(({ is_offer }) => is_offer === isOfOffers),
  };
}

export interface FoundDocuments {
  readonly ids: readonly number[];
  readonly total: number;
  /** By direction and currency, over all pages. */
  readonly totals: readonly DocumentTotals[];
}

const linked = statement('linked-document', { companyToken: text, id: bigint }, (db, { companyToken, id }) =>
  db
    .selectFrom('read.companies as c')
    .innerJoin('read.documents as d', 'd.company_id', 'c.id')
    .select('d.file')
    .where('c.public_token', '=', companyToken)
    .where('c.deleted_at', 'is', null)
    .where('d.id', '=', id)
    .where('d.deleted_at', 'is', null),
);

/** The file behind a signed link, which identifies the company file by its public token. */
export async function findLinkedFile(pool: pg.Pool, companyToken: string, id: number) {
  return (await linked.first(pool, { companyToken, id }))?.file ?? undefined;
}

const ofEntry = statement('documents-of-entry', { companyId: bigint, entryId: bigint }, (db, { companyId, entryId }) =>
  db
    .selectFrom('read.documents as d')
    .select(['d.id', 'd.file', 'd.version', 'd.created_at', 'd.created_by'])
    .where('d.company_id', '=', companyId)
    .where('d.last_entry_id', '=', entryId)
    .where('d.status', '=', 'booked')
    .where('d.deleted_at', 'is', null),
);

export type DocumentFileRow = Omit<RowOfStatement<typeof ofEntry>, 'file'> & { readonly file: DocumentFile };

/** The document booked by an entry, if it has a file. */
export async function listEntryDocumentFiles(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<readonly DocumentFileRow[]> {
  const rows = await ofEntry.all(pool, { companyId, entryId });
  return rows.flatMap(({ file, ...row }) => (file === null ? [] : [{ ...row, file }]));
}
