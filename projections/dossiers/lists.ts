import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, date, oneOf, optional, type Placeholders } from '../support/parameters.ts';
import { statement, type Statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

/** Lists of a company file, row by row, in order of creation. */

const ROWS_AT_ONCE = 2_000;

const paged = { companyId: bigint, language: oneOf<Language>(), afterId: bigint };
const dated = { ...paged, from: optional(date), to: optional(date) };

const accounts = statement('list-file-accounts', paged, (db, { companyId, language, afterId }) =>
  db
    .selectFrom('read.accounts as a')
    .select(['a.id', 'a.number', sql<string>`coalesce(a.labels ->> ${language}, a.label)`.as('label'), 'a.type'])
    .select(['a.control_role', 'a.is_active'])
    .where('a.company_id', '=', companyId)
    .where('a.deleted_at', 'is', null)
    .where('a.id', '>', afterId)
    .orderBy('a.id')
    .limit(ROWS_AT_ONCE),
);

const journals = statement('list-file-journals', paged, (db, { companyId, language, afterId }) =>
  db
    .selectFrom('read.journals as j')
    .leftJoin('read.accounts as a', 'a.id', 'j.control_account_id')
    .select(['j.id', 'j.code', sql<string>`coalesce(j.labels ->> ${language}, j.label)`.as('label'), 'j.type'])
    .select(['j.iban', 'a.number as account'])
    .where('j.company_id', '=', companyId)
    .where('j.deleted_at', 'is', null)
    .where('j.id', '>', afterId)
    .orderBy('j.id')
    .limit(ROWS_AT_ONCE),
);

const vatCodes = statement('list-file-vat-codes', paged, (db, { companyId, language, afterId }) =>
  db
    .selectFrom('read.vat_codes as v')
    .select(['v.id', 'v.code', sql<string>`coalesce(v.labels ->> ${language}, v.label)`.as('label'), 'v.direction'])
    .select(['v.rate', 'v.is_active'])
    .where('v.company_id', '=', companyId)
    .where('v.deleted_at', 'is', null)
    .where('v.id', '>', afterId)
    .orderBy('v.id')
    .limit(ROWS_AT_ONCE),
);

const thirdParties = statement('list-file-third-parties', paged, (db, { companyId, language, afterId }) =>
  db
    .selectFrom('read.third_parties as p')
    .leftJoin('read.accounts as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.code', 'p.type', 'p.name', 'p.vat_number', 'p.enterprise_number', 'p.street', 'p.house_number'])
    .select(['p.postal_code', 'p.city', 'p.country', 'p.email', 'p.phone', 'a.number as account'])
    .select([sql<string | null>`p.ibans ->> 0`.as('iban'), sql<Language>`${language}`.as('language')])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .where('p.id', '>', afterId)
    .orderBy('p.id')
    .limit(ROWS_AT_ONCE),
);

const documents = statement('list-file-documents', dated, (db, { companyId, language, afterId, from, to }) =>
  db
    .selectFrom('read.documents as d')
    .leftJoin(...buildMergeJoin('d'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('d')))
    .select(['d.id', 'd.direction', 'd.is_credit_note', 'd.number', 'd.document_date', 'd.due_date', 'd.currency'])
    .select(['p.name as third_party', 'd.amount_net', 'd.amount_vat', 'd.amount_gross', 'd.status'])
    .select(sql<Language>`${language}`.as('language'))
    .where('d.company_id', '=', companyId)
    .where('d.deleted_at', 'is', null)
    .where('d.id', '>', afterId)
    .$if(from !== undefined, (query) => query.where('d.document_date', '>=', from!))
    .$if(to !== undefined, (query) => query.where('d.document_date', '<=', to!))
    .orderBy('d.id')
    .limit(ROWS_AT_ONCE),
);

const bankTransactions = statement('list-file-transactions', dated, (db, given) =>
  selectTransactions(db, given)
    .select(['t.id', 't.entry_date', 't.value_date', 't.account_iban', 't.statement_number', 't.counterpart_name'])
    .select([
      't.counterpart_iban',
      't.communication',
      't.structured_communication',
      't.amount',
      't.currency',
      't.status',
    ])
    .select(sql<Language>`${given.language}`.as('language'))
    .orderBy('t.id')
    .limit(ROWS_AT_ONCE),
);

const selectTransactions = (db: QueryCreator, { companyId, afterId, from, to }: Placeholders<typeof dated>) =>
  db
    .selectFrom('read.bank_transactions as t')
    .where('t.company_id', '=', companyId)
    .where('t.deleted_at', 'is', null)
    .where('t.id', '>', afterId)
    .$if(from !== undefined, (query) => query.where('t.entry_date', '>=', from!))
    .$if(to !== undefined, (query) => query.where('t.entry_date', '<=', to!));

const letterings = statement('list-file-letterings', dated, (db, { companyId, language, afterId, from, to }) =>
  db
    .selectFrom('read.letterings as g')
    .innerJoin('read.accounts as a', 'a.id', 'g.account_id')
    .leftJoin(...buildMergeJoin('g'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('g')))
    .select(['g.id', 'g.code', 'g.settled_on', 'a.number as account', 'p.name as third_party', 'g.total'])
    .select(sql<Language>`${language}`.as('language'))
    .where('g.company_id', '=', companyId)
    .where('g.deleted_at', 'is', null)
    .where('g.id', '>', afterId)
    .$if(from !== undefined, (query) => query.where('g.settled_on', '>=', from!))
    .$if(to !== undefined, (query) => query.where('g.settled_on', '<=', to!))
    .orderBy('g.id')
    .limit(ROWS_AT_ONCE),
);

/** Lists with dates can be limited to a period. */
const LISTS = {
  accounts,
  'journal-list': journals,
  'vat-codes': vatCodes,
  'third-parties': thirdParties,
  documents,
  'bank-transactions': bankTransactions,
  lettering: letterings,
} as const;

export type ListType = keyof typeof LISTS;

export type ListRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: number };

interface Given {
  readonly companyId: number;
  readonly language: Language;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export async function* readListRows(db: Queryable, type: ListType, given: Given): AsyncGenerator<ListRow> {
  const rowsBehind: Statement<Given & { readonly afterId: number }, ListRow> = LISTS[type];
  let afterId = 0;
  for (;;) {
    const rows = await rowsBehind.all(db, { ...given, afterId });
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    afterId = rows.at(-1)!.id;
  }
}
