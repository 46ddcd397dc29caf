import { sql } from 'kysely';
import type pg from 'pg';
import { normaliseName, normaliseNumber, buildCounterpartyKey } from '../../domain/document-imports/counterparty.ts';
import type { DuplicateFacts, SimilarImport, SimilarRecord } from '../../domain/document-imports/duplicates.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import type { BookedLine, SuggestionFacts, ThirdPartyCandidate } from '../../domain/document-imports/suggestions.ts';
import { toSearchable } from '../../domain/text.ts';
import { createSameReferenceLookup } from '../ledger/same-references.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { toLikePattern } from '../support/search.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';

/** Existing records that match extracted documents: third parties, bookings and duplicates. */

/** Search keys for the third party of a document. */
export interface SoughtThirdParty {
  readonly numbers: readonly string[];
  readonly ibans: readonly string[];
  readonly names: readonly string[];
}

export function collectSearchKeys(sheets: readonly ExtractedSheet[]): SoughtThirdParty {
  const collectValues = <Value>(of: (sheet: ExtractedSheet) => readonly (Value | null)[]): Value[] =>
    [...new Set(sheets.flatMap(of))].filter((value): value is Value => value !== null);
  return {
    numbers: collectValues(({ counterparty }) => [counterparty.vat_number, counterparty.enterprise_number]),
    ibans: collectValues(({ counterparty, payment }) => [counterparty.iban, payment.iban]),
    names: collectValues(({ counterparty }) => [counterparty.name]),
  };
}

const MOST_CANDIDATES = 500;

/** Uses the search index to find third parties with one of these texts; the actual match is decided elsewhere. */
const candidatesStatement = statement(
  'third-parties-of-documents',
  { companyId: bigint, patterns: texts },
  (db, { companyId, patterns }) =>
    db
      .selectFrom('read.third_parties as t')
      .select([
        't.id',
        't.type',
        't.name',
        't.vat_number',
        't.enterprise_number',
        't.ibans',
        't.country',
        't.is_active',
      ])
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .where(sql<boolean>`t.search like ${anyOf(patterns)}`)
      .orderBy('t.id')
      .limit(sql.lit(MOST_CANDIDATES)),
);

/** The most significant word of a name. */
const findLongestWord = (name: string): string =>
  normaliseName(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');

const SHORTEST_WORD = 3;

export async function listThirdPartyCandidates(
  pool: pg.Pool,
  companyId: number,
  { numbers, ibans, names }: SoughtThirdParty,
): Promise<readonly ThirdPartyCandidate[]> {
  const sought = [
    ...numbers.map((number) => normaliseNumber(number)),
    ...ibans.map((iban) => normaliseNumber(iban)),
    ...names.map(findLongestWord).filter((word) => word.length >= SHORTEST_WORD),
  ];
  const patterns = [...new Set(sought)].filter((one) => one !== '').map((one) => toLikePattern(toSearchable(one)));
  if (patterns.length === 0) return [];
  const rows = await candidatesStatement.all(pool, { companyId, patterns });
  return rows.map(({ ibans: known, type, name, is_active, ...row }) => ({
    ...row,
    type: type ?? '',
    name: name ?? '',
    is_active: is_active === true,
    ibans: known ?? [],
  }));
}

/** Many lines of a page may contain a name; the first ones are enough, because letters start with the sender. */
const MOST_NAMES = 60;

/** Third parties that may match a page, in the format of the page reader. */
export async function listKnownThirdParties(
  pool: pg.Pool,
  companyId: number,
  keys: {
    readonly vatNumbers: readonly string[];
    readonly enterpriseNumbers: readonly string[];
    readonly ibans: readonly string[];
    readonly names: readonly string[];
  },
) {
  const sought = {
    numbers: [...keys.vatNumbers, ...keys.enterpriseNumbers],
    ibans: keys.ibans,
    names: keys.names.slice(0, MOST_NAMES),
  };
  const found = await listThirdPartyCandidates(pool, companyId, sought);
  return found.map(({ id, name, type, vat_number, enterprise_number, ibans, country }) => ({
    id,
    name,
    ibans,
    country,
    type: type === 'customer' ? ('customer' as const) : ('supplier' as const),
    vatNumber: vat_number,
    enterpriseNumber: enterprise_number,
  }));
}

/** Number of documents per third party used to learn how they are booked. */
const DOCUMENTS_LOOKED_AT = 30;

/**
 * Finds the latest documents of each third party by their line on the control account, and reads the other lines.
 * Documents that wait to be booked have their lines in one column.
 */
const bookedStatement = statement(
  'booked-for-third-parties',
  { companyId: bigint, ids: bigints },
  (_db, { companyId, ids }) =>
    fromRawSql<{ third_party_id: number; label: string | null; account_id: number; vat_code_id: number | null }>(sql`
    select t.id as third_party_id, l.label, l.account_id, l.vat_code_id, d.entry_date as day, d.entry_id as document, l.line_number
    from unnest(${ids}) as t(id)
    cross join lateral (
      select c.entry_id, c.entry_date from read.entry_lines c
      join read.entries e on e.company_id = c.company_id and e.id = c.entry_id
      where c.company_id = ${companyId} and c.third_party_id = t.id and e.origin in ('invoice', 'credit_note')
        and e.status = 'posted'
      order by c.entry_date desc, c.entry_id desc limit ${sql.lit(DOCUMENTS_LOOKED_AT)}
    ) as d
    join read.entry_lines l on l.company_id = ${companyId} and l.entry_id = d.entry_id and l.third_party_id is null and l.line_number > 0
    join read.accounts a on a.company_id = l.company_id and a.id = l.account_id and a.control_role is null
    union all
    select t.id, l.line ->> 'description', (l.line ->> 'account_id')::bigint, (l.line ->> 'vat_code_id')::bigint,
      d.document_date, d.id, l.place
    from unnest(${ids}) as t(id)
    cross join lateral (
      select w.id, w.document_date, w.lines from read.documents w
      where w.company_id = ${companyId} and w.third_party_id = t.id and w.status = 'pending' and w.deleted_at is null
      order by w.document_date desc, w.id desc limit ${sql.lit(DOCUMENTS_LOOKED_AT)}
    ) as d
    cross join lateral jsonb_array_elements(d.lines) with ordinality as l(line, place)
    order by third_party_id, day desc, document desc, line_number`),
);

async function loadBookedLines(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly BookedLine[]>> {
  const booked = new Map<number, BookedLine[]>();
  if (ids.length === 0) return booked;
  const rows = await bookedStatement.all(pool, { companyId, ids });
  for (const { third_party_id, label, account_id, vat_code_id } of rows) {
    const lines = booked.get(third_party_id) ?? [];
    lines.push({ label, account_id, vat_code_id });
    booked.set(third_party_id, lines);
  }
  return booked;
}

/** `matched`: selects the third party of each document among the candidates. */
export async function loadSuggestionFacts(
  pool: pg.Pool,
  companyId: number,
  sheets: readonly ExtractedSheet[],
  matched: (candidates: readonly ThirdPartyCandidate[]) => readonly (number | null)[],
): Promise<SuggestionFacts> {
  const candidates = await listThirdPartyCandidates(pool, companyId, collectSearchKeys(sheets));
  const ids = [...new Set(matched(candidates))].filter((id): id is number => id !== null);
  return { candidates, booked: await loadBookedLines(pool, companyId, ids) };
}

const MOST_SIMILAR = 1_000;

const similarStatement = statement(
  'similar-imports',
  { companyId: bigint, hashes: texts, numbers: texts, keys: texts, amounts: texts },
  (db, { companyId, hashes, numbers, keys, amounts }) => {
    const selectImports = () =>
      db
        .selectFrom('read.document_imports as i')
        .select(['i.id', 'i.sha256', 'i.counterparty_key', 'i.third_party_id', 'i.document_type', 'i.number'])
        .select(['i.document_date', 'i.amount_gross', 'i.imported_document_id'])
        .where('i.company_id', '=', companyId)
        .where('i.deleted_at', 'is', null)
        .where('i.status', '<>', 'expanded');
    return selectImports()
      .where('i.sha256', '=', anyOf(hashes))
      .union(
        selectImports().where(
          sql<boolean>`lower(i.number) = any (array(select lower(n) from unnest(${numbers}) as n))`,
        ),
      )
      .union(
        selectImports()
          .where('i.counterparty_key', '=', anyOf(keys))
          .where(sql<boolean>`i.amount_gross = any (${amounts}::numeric[])`),
      )
      .orderBy('id')
      .limit(sql.lit(MOST_SIMILAR));
  },
);

/** Only the latest documents of each third party: older ones have another year in their number. */
const DOCUMENTS_COMPARED = 2_000;

const documentsStatement = statement(
  'documents-of-third-parties',
  { companyId: bigint, thirdPartyIds: bigints },
  (db, { companyId, thirdPartyIds }) =>
    db
      .selectFrom('read.documents as d')
      .leftJoin(...buildMergeJoin('d'))
      .select([
        'd.id',
        'd.number',
        'd.document_date',
        'd.amount_gross',
        resolveThirdPartyId<number>('d').as('third_party_id'),
      ])
      .select(
        sql<'invoice' | 'credit_note'>`case when d.is_credit_note then 'credit_note' else 'invoice' end`.as(
          'document_type',
        ),
      )
      .where('d.company_id', '=', companyId)
      .where('d.deleted_at', 'is', null)
      .where(
        sql<boolean>`d.third_party_id = any (array(select m.third_party_id from read.third_party_merges m where m.company_id = ${companyId} and m.into_id = ${anyOf(thirdPartyIds)}) || ${thirdPartyIds})`,
      )
      .orderBy('d.document_date', 'desc')
      .orderBy('d.id', 'desc')
      .limit(sql.lit(DOCUMENTS_COMPARED)),
);

export interface ExaminedFile {
  readonly sha256: string;
  readonly sheet: ExtractedSheet;
  readonly thirdPartyId: number | null;
}

/** For all files at once. */
export async function loadDuplicateFacts(
  pool: pg.Pool,
  companyId: number,
  files: readonly ExaminedFile[],
): Promise<DuplicateFacts> {
  const listDistinct = <Value>(values: readonly (Value | null)[]): Value[] =>
    [...new Set(values)].filter((value): value is Value => value !== null);
  const referred = files.map(({ sheet, thirdPartyId }) => ({ third_party_id: thirdPartyId, reference: sheet.number }));
  const thirdPartyIds = listDistinct(files.map(({ thirdPartyId }) => thirdPartyId));
  const [imports, documents, booked] = await Promise.all([
    similarStatement.all(pool, {
      companyId,
      hashes: files.map(({ sha256 }) => sha256),
      numbers: listDistinct(files.map(({ sheet }) => sheet.number)),
      keys: listDistinct(files.map(({ sheet }) => buildCounterpartyKey(sheet.counterparty))),
      amounts: listDistinct(files.map(({ sheet }) => sheet.totals.gross)),
    }),
    thirdPartyIds.length === 0 ? [] : documentsStatement.all(pool, { companyId, thirdPartyIds }),
    createSameReferenceLookup(pool, companyId, referred),
  ]);
  const entries = referred.flatMap((document): readonly SimilarRecord[] =>
    booked(document).map(({ id, origin, entry_date, total }) => ({
      id,
      third_party_id: document.third_party_id!,
      document_type: origin === 'credit_note' ? 'credit_note' : 'invoice',
      number: document.reference,
      document_date: entry_date,
      amount_gross: total,
    })),
  );
  return { imports: imports satisfies readonly SimilarImport[], documents, entries };
}
