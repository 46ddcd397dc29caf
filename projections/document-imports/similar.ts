import { sql } from 'kysely';
import type pg from 'pg';
import { comparedName, comparedNumber, counterpartyKey } from '../../domain/document-imports/counterparty.ts';
import type { DuplicateFacts, SimilarImport, SimilarRecord } from '../../domain/document-imports/duplicates.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import type { BookedLine, SuggestionFacts, ThirdPartyCandidate } from '../../domain/document-imports/suggestions.ts';
import { searchable } from '../../domain/text.ts';
import { sameReferences } from '../ledger/same-references.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, texts } from '../support/parameters.ts';
import { anywhere } from '../support/search.ts';
import { byHand, statement } from '../support/statement.ts';
import { countsFor, mergesOf } from '../third-parties/merges.ts';

/** What is known already of what documents say: who they are from, what was booked for them, and whether they are there. */

/** Whom a document may be from or for, by whatever it tells of them. */
export interface SoughtThirdParty {
  readonly numbers: readonly string[];
  readonly ibans: readonly string[];
  readonly names: readonly string[];
}

export function soughtBy(sheets: readonly ExtractedSheet[]): SoughtThirdParty {
  const told = <Value>(of: (sheet: ExtractedSheet) => readonly (Value | null)[]): Value[] =>
    [...new Set(sheets.flatMap(of))].filter((value): value is Value => value !== null);
  return {
    numbers: told(({ counterparty }) => [counterparty.vat_number, counterparty.enterprise_number]),
    ibans: told(({ counterparty, payment }) => [counterparty.iban, payment.iban]),
    names: told(({ counterparty }) => [counterparty.name]),
  };
}

const MOST_CANDIDATES = 500;

/** The index of searches leads to whoever has one of these texts; which of them it is, is decided elsewhere. */
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

/** The word of a name that says most. */
const tellingWord = (name: string): string =>
  comparedName(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');

const SHORTEST_WORD = 3;

export async function thirdPartyCandidates(
  pool: pg.Pool,
  companyId: number,
  { numbers, ibans, names }: SoughtThirdParty,
): Promise<readonly ThirdPartyCandidate[]> {
  const sought = [
    ...numbers.map((number) => comparedNumber(number)),
    ...ibans.map((iban) => comparedNumber(iban)),
    ...names.map(tellingWord).filter((word) => word.length >= SHORTEST_WORD),
  ];
  const patterns = [...new Set(sought)].filter((one) => one !== '').map((one) => anywhere(searchable(one)));
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

/** Lines of a page that may name somebody are many: the first are enough, since letters begin with who sends them. */
const MOST_NAMES = 60;

/** Those that something on a page may lead to, in the form in which pages are read. */
export async function knownThirdParties(
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
  const found = await thirdPartyCandidates(pool, companyId, sought);
  return found.map(({ id, name, type, vat_number, enterprise_number, ibans, country }) => ({
    ...{ id, name, ibans, country },
    type: type === 'customer' ? ('customer' as const) : ('supplier' as const),
    vatNumber: vat_number,
    enterpriseNumber: enterprise_number,
  }));
}

/** So many documents of a third party tell how its documents are booked. */
const DOCUMENTS_LOOKED_AT = 30;

/** The latest documents of each third party are found by their line on the control account, and what stands beside it is read. */
const bookedStatement = statement(
  'booked-for-third-parties',
  { companyId: bigint, ids: bigints },
  (_db, { companyId, ids }) =>
    byHand<{ third_party_id: number; label: string | null; account_id: number; vat_code_id: number | null }>(sql`
    select t.id as third_party_id, l.label, l.account_id, l.vat_code_id
    from unnest(${ids}) as t(id)
    cross join lateral (
      select c.entry_id, c.entry_date from read.entry_lines c
      join read.entries e on e.id = c.entry_id
      where c.company_id = ${companyId} and c.third_party_id = t.id and e.origin in ('invoice', 'credit_note')
        and e.status = 'posted'
      order by c.entry_date desc, c.entry_id desc limit ${sql.lit(DOCUMENTS_LOOKED_AT)}
    ) as d
    join read.entry_lines l on l.entry_id = d.entry_id and l.third_party_id is null and l.line_number > 0
    join read.accounts a on a.id = l.account_id and a.control_role is null
    order by t.id, d.entry_date desc, d.entry_id desc, l.line_number`),
);

async function bookedFor(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly BookedLine[]>> {
  const booked = new Map<number, BookedLine[]>();
  if (ids.length === 0) return booked;
  for (const { third_party_id, ...line } of await bookedStatement.all(pool, { companyId, ids })) {
    const lines = booked.get(third_party_id) ?? [];
    lines.push(line);
    booked.set(third_party_id, lines);
  }
  return booked;
}

/** `matched`: whom each document is taken to be from, by what the candidates tell. */
export async function suggestionFacts(
  pool: pg.Pool,
  companyId: number,
  sheets: readonly ExtractedSheet[],
  matched: (candidates: readonly ThirdPartyCandidate[]) => readonly (number | null)[],
): Promise<SuggestionFacts> {
  const candidates = await thirdPartyCandidates(pool, companyId, soughtBy(sheets));
  const ids = [...new Set(matched(candidates))].filter((id): id is number => id !== null);
  return { candidates, booked: await bookedFor(pool, companyId, ids) };
}

const MOST_SIMILAR = 1_000;

const similarStatement = statement(
  'similar-imports',
  { companyId: bigint, hashes: texts, numbers: texts, keys: texts, amounts: texts },
  (db, { companyId, hashes, numbers, keys, amounts }) => {
    const imports = () =>
      db
        .selectFrom('read.document_imports as i')
        .select(['i.id', 'i.sha256', 'i.counterparty_key', 'i.third_party_id', 'i.document_type', 'i.number'])
        .select(['i.document_date', 'i.amount_gross', 'i.imported_document_id'])
        .where('i.company_id', '=', companyId)
        .where('i.deleted_at', 'is', null)
        .where('i.kind', '<>', 'zip');
    return imports()
      .where('i.sha256', '=', anyOf(hashes))
      .union(imports().where(sql<boolean>`lower(i.number) = any (array(select lower(n) from unnest(${numbers}) as n))`))
      .union(
        imports()
          .where('i.counterparty_key', '=', anyOf(keys))
          .where(sql<boolean>`i.amount_gross = any (${amounts}::numeric[])`),
      )
      .orderBy('id')
      .limit(sql.lit(MOST_SIMILAR));
  },
);

/** The latest of each third party: what is older has another year in its number. */
const DOCUMENTS_COMPARED = 2_000;

const documentsStatement = statement(
  'documents-of-third-parties',
  { companyId: bigint, thirdPartyIds: bigints },
  (db, { companyId, thirdPartyIds }) =>
    db
      .selectFrom('read.documents as d')
      .leftJoin(...mergesOf('d'))
      .select(['d.id', 'd.number', 'd.document_date', 'd.amount_gross', countsFor<number>('d').as('third_party_id')])
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

/** Of all of these at once. */
export async function duplicateFacts(
  pool: pg.Pool,
  companyId: number,
  files: readonly ExaminedFile[],
): Promise<DuplicateFacts> {
  const known = <Value>(values: readonly (Value | null)[]): Value[] =>
    [...new Set(values)].filter((value): value is Value => value !== null);
  const referred = files.map(({ sheet, thirdPartyId }) => ({ third_party_id: thirdPartyId, reference: sheet.number }));
  const thirdPartyIds = known(files.map(({ thirdPartyId }) => thirdPartyId));
  const [imports, documents, booked] = await Promise.all([
    similarStatement.all(pool, {
      companyId,
      hashes: files.map(({ sha256 }) => sha256),
      numbers: known(files.map(({ sheet }) => sheet.number)),
      keys: known(files.map(({ sheet }) => counterpartyKey(sheet.counterparty))),
      amounts: known(files.map(({ sheet }) => sheet.totals.gross)),
    }),
    thirdPartyIds.length === 0 ? [] : documentsStatement.all(pool, { companyId, thirdPartyIds }),
    sameReferences(pool, companyId, referred),
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
