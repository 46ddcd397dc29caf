import type pg from 'pg';
import type { Language } from '../../domain/language.ts';
import { toSearchable } from '../../domain/text.ts';
import { buildSearchConditions, parseSearch, type Search } from '../ledger/entry-search.ts';
import { compactNumber } from '../records/search-text.ts';
import { splitSearchText, toLikePattern } from '../support/search.ts';

/**
 * One search over the records of one or more company files: a statement with a part for each type of record. Plain SQL,
 * because the number of conditions depends on the words, and each part must stop early: it uses the index of its search
 * text, and sorts only the first rows that it finds.
 */

export const SEARCHED_TYPES = [
  'third-parties',
  'accounts',
  'entries',
  'documents',
  'document-imports',
  'bank-transactions',
] as const;
export type SearchedType = (typeof SEARCHED_TYPES)[number];

export interface FoundRecord {
  readonly type: SearchedType;
  readonly id: number;
  readonly company_id: number;
  readonly title: string;
  readonly subtitle: string | null;
  /** Texts in which the words may occur, by field. */
  readonly texts: Readonly<Record<string, string | null>>;
}

export interface SearchScope {
  readonly companyIds: readonly number[];
  readonly types: readonly SearchedType[];
  readonly language: Language;
  /** Of each type. */
  readonly limit: number;
}

type Db = Pick<pg.Pool, 'query'>;

/** Rows that a part finds at most; it shows the newest of them. */
const MOST_FOUND = 300;
/** The index knows groups of three letters: for shorter words only the newest records are looked at. */
const INDEXED_LETTERS = 3;
const NEWEST = 2_000;
const FEWEST_OF_FILE = 10;

export async function searchRecords(db: Db, scope: SearchScope, q: string): Promise<FoundRecord[]> {
  const query = await buildSearch(db, scope, q);
  return query === null ? [] : (await db.query<FoundRecord>(query)).rows;
}

/** The statement; null if there is nothing to search for. */
export async function buildSearch(
  db: Db,
  { companyIds, types, language, limit }: SearchScope,
  q: string,
): Promise<{ readonly text: string; readonly values: unknown[] } | null> {
  const words = splitSearchText(q);
  if (words.length === 0 || types.length === 0 || companyIds.length === 0) return null;
  const [first] = companyIds;
  const isOne = companyIds.length === 1;
  const values: unknown[] = [isOne ? first : companyIds];
  const part: Part = {
    words,
    number: compactNumber(toSearchable(q)),
    language,
    // Names of third parties and amounts lead to entries too; over many files that would take too long.
    search: isOne ? await parseSearch(db, first!, q) : null,
    isOne,
    isIndexed: words.some((word) => word.length >= INDEXED_LETTERS),
    ofFile: Math.max(Math.ceil(NEWEST / companyIds.length), FEWEST_OF_FILE),
    addParameter: (value) => `$${values.push(value)}`,
  };
  const parts = types.map((type) => `(${PARTS[type](part)} LIMIT ${limit})`);
  return { text: parts.join(' UNION ALL '), values };
}

interface Part {
  readonly words: readonly string[];
  /** The whole text without separators, if it is a number. */
  readonly number: string | null;
  readonly language: Language;
  /** The same words as a search of entries; null over several files. */
  readonly search: Search | null;
  readonly isOne: boolean;
  readonly isIndexed: boolean;
  /** Newest records of each file, where only those are looked at. */
  readonly ofFile: number;
  readonly addParameter: (value: unknown) => string;
}

const PARTS: Readonly<Record<SearchedType, (part: Part) => string>> = {
  'third-parties': (part) => `SELECT ${select('third-parties', {
    title: 't.name',
    subtitle: `concat_ws(' · ', t.code, t.vat_number, t.city)`,
    texts: ['name', 'code', 'vat_number', 'email', 'city'],
  })} FROM (SELECT * FROM read.third_parties t WHERE ${ofFiles('t', part)} AND t.deleted_at IS NULL AND ${matchAll('t', part)}
      AND NOT EXISTS (SELECT 1 FROM read.third_party_merges m
        WHERE m.company_id = t.company_id AND m.third_party_id = t.id AND m.into_id IS NOT NULL)
      LIMIT ${MOST_FOUND}) t ORDER BY t.name, t.id`,

  accounts: (part) => {
    const label = `coalesce(t.labels ->> ${part.addParameter(part.language)}, t.label)`;
    return `SELECT ${select('accounts', {
      title: `t.number || ' ' || ${label}`,
      subtitle: 't.type',
      texts: ['number', 'label'],
    })} FROM (SELECT * FROM read.accounts t WHERE ${ofFiles('t', part)} AND t.deleted_at IS NULL AND ${matchAll('t', part)}
      LIMIT ${MOST_FOUND}) t ORDER BY t.number, t.id`;
  },

  entries: (part) =>
    `SELECT ${select('entries', {
      title: `coalesce(t.label, t.reference, ${ENTRY_NUMBER})`,
      subtitle: `concat_ws(' · ', ${ENTRY_NUMBER}, t.entry_date, t.total)`,
      texts: ['label', 'reference', 'total'],
    })} FROM (SELECT * FROM ${newest('entries', 'e', 'entry_date', part)} WHERE ${ofFiles('e', part)} AND ${
      part.search === null
        ? matchAll('e', part)
        : buildSearchConditions(part.search, part.addParameter, part.isIndexed ? MOST_FOUND : 0).join(' AND ')
    } LIMIT ${MOST_FOUND}) t ORDER BY t.entry_date DESC, t.id DESC`,

  documents: (part) => `SELECT ${select('documents', {
    title: `coalesce(t.number, p.name)`,
    subtitle: `concat_ws(' · ', p.name, t.document_date, t.amount_gross, t.currency)`,
    texts: ['number', 'notes'],
    others: { third_party: 'p.name' },
  })} FROM (SELECT * FROM ${newest('documents', 'd', 'document_date', part)} WHERE ${ofFiles('d', part)}
      AND d.deleted_at IS NULL AND ${matchDocument(part)} LIMIT ${MOST_FOUND}) t
    LEFT JOIN read.third_parties p ON p.company_id = t.company_id AND p.id = t.third_party_id
    ORDER BY t.document_date DESC, t.id DESC`,

  'document-imports': (part) => `SELECT ${select('document-imports', {
    title: 't.original_name',
    subtitle: `concat_ws(' · ', t.sender_name, t.number, t.document_date, t.amount_gross, t.status)`,
    texts: ['original_name', 'number', 'sender_name'],
  })} FROM ${selectNewest('document_imports', 'id', part)} t
    WHERE ${part.words.map((word) => `${IMPORT_TEXT} LIKE ${part.addParameter(toLikePattern(word))}`).join(' AND ')}
    ORDER BY t.id DESC`,

  'bank-transactions': (part) => `SELECT ${select('bank-transactions', {
    title: `coalesce(t.counterpart_name, t.communication, t.structured_communication, t.account_iban)`,
    subtitle: `concat_ws(' · ', t.entry_date, t.amount, t.currency, t.communication)`,
    texts: ['counterpart_name', 'communication', 'structured_communication', 'counterpart_iban', 'amount'],
  })} FROM (SELECT * FROM ${newest('bank_transactions', 'b', 'entry_date', part)} WHERE ${ofFiles('b', part)}
      AND b.deleted_at IS NULL AND ${matchAll('b', part)} LIMIT ${MOST_FOUND}) t ORDER BY t.entry_date DESC, t.id DESC`,
};

/** The reference of an entry is the last line of its search text. */
const ENTRY_NUMBER = `upper(split_part(t.search, E'\\n', -1))`;

/** Imports have no search text of their own: they are few, and become documents. */
const IMPORT_TEXT = `lower(regexp_replace(normalize(concat_ws(' ', t.original_name, t.number, t.sender_name), NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

interface Selection {
  readonly title: string;
  readonly subtitle: string;
  readonly texts: readonly string[];
  readonly others?: Readonly<Record<string, string>>;
}

function select(type: SearchedType, { title, subtitle, texts, others = {} }: Selection): string {
  const members = [...texts.map((name) => [name, `t.${name}`] as const), ...Object.entries(others)];
  const json = members.map(([name, value]) => `'${name}', ${value}::text`).join(', ');
  return `'${type}' AS type, t.id, t.company_id, ${title} AS title, nullif(${subtitle}, '') AS subtitle, json_build_object(${json}) AS texts`;
}

const ofFiles = (alias: string, { isOne }: Part): string =>
  isOne ? `${alias}.company_id = $1` : `${alias}.company_id = ANY ($1::bigint[])`;

function matchAll(alias: string, { words, number, addParameter }: Part): string {
  const all = words.map((word) => `${alias}.search LIKE ${addParameter(toLikePattern(word))}`).join(' AND ');
  return number === null ? all : `((${all}) OR ${alias}.search LIKE ${addParameter(toLikePattern(number))})`;
}

/** A word may also be part of the name of the third party, whose documents have an index. */
function matchDocument({ words, search, addParameter }: Part): string {
  return words
    .map((word) => {
      const ids = search?.words.find(({ text }) => text === word)?.thirdPartyIds ?? [];
      const like = `d.search LIKE ${addParameter(toLikePattern(word))}`;
      return ids.length === 0 ? like : `(${like} OR d.third_party_id = ANY (${addParameter(ids)}::bigint[]))`;
    })
    .join(' AND ');
}

/** The whole table if its index finds the words, otherwise its newest rows. */
const newest = (table: string, alias: string, order: string, part: Part): string =>
  part.isIndexed ? `read.${table} ${alias}` : `${selectNewest(table, order, part)} ${alias}`;

function selectNewest(table: string, order: string, { isOne, ofFile }: Part): string {
  const deleted = table === 'entries' ? '' : 'AND n.deleted_at IS NULL';
  const from = (file: string): string =>
    `SELECT * FROM read.${table} n WHERE n.company_id = ${file} ${deleted} ORDER BY n.${order} DESC${order === 'id' ? '' : ', n.id DESC'} LIMIT ${ofFile}`;
  return isOne
    ? `(${from('$1')})`
    : `(SELECT f.* FROM unnest($1::bigint[]) AS file (id) CROSS JOIN LATERAL (${from('file.id')}) f)`;
}
