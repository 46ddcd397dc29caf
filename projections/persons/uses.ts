import type pg from 'pg';

/** Where the personal data of third parties are used. Plain SQL: one statement over many tables. */

export interface PersonUse {
  readonly resource: string;
  readonly count: number;
  readonly first_date: string | null;
  readonly last_date: string | null;
}

interface Source {
  readonly resource: string;
  /** Selects `day`, which may be null, for each record that has the person. `$1` is the company, `$2` the ids. */
  readonly days: string;
  /** Part of the books, which must be kept. */
  readonly isAccounting: boolean;
}

const select = (day: string, table: string, column = 'third_party_id'): string =>
  `SELECT ${day} AS day FROM read.${table} WHERE company_id = $1 AND ${column} = ANY ($2)`;

const SOURCES: readonly Source[] = [
  {
    resource: 'entries',
    days: `SELECT entry_date AS day FROM read.entry_lines WHERE company_id = $1 AND third_party_id = ANY ($2) GROUP BY entry_id, entry_date`,
    isAccounting: true,
  },
  { resource: 'documents', days: select('document_date', 'documents'), isAccounting: true },
  {
    resource: 'document-imports',
    days: select('document_date', 'document_imports'),
    isAccounting: true,
  },
  { resource: 'bank-transactions', days: select('entry_date', 'bank_transactions'), isAccounting: true },
  {
    resource: 'sepa-files',
    days: `SELECT (f.created_at AT TIME ZONE 'Europe/Brussels')::date AS day FROM read.sepa_payments p
      JOIN read.sepa_files f ON f.company_id = p.company_id AND f.id = p.sepa_file_id WHERE p.company_id = $1 AND p.third_party_id = ANY ($2)`,
    isAccounting: true,
  },
  { resource: 'vat/fees-281-50', days: select('make_date(year, 12, 31)', 'fees_slips'), isAccounting: true },
  { resource: 'fixed-assets', days: select('acquired_on', 'fixed_assets', 'supplier_id'), isAccounting: true },
  {
    resource: 'mails',
    days: select(`(created_at AT TIME ZONE 'Europe/Brussels')::date`, 'mails'),
    isAccounting: false,
  },
];

const buildUses = (sources: readonly Source[]): string =>
  sources
    .map(
      ({ resource, days }, index) =>
        `SELECT ${index} AS place, '${resource}' AS resource, count(*)::integer AS count, min(day) AS first_date, max(day) AS last_date FROM (${days}) AS days_${index}`,
    )
    .join(' UNION ALL ');

const USES = { name: 'uses-of-person', text: `${buildUses(SOURCES)} ORDER BY place` };
const LAST_DAY = {
  name: 'last-day-of-person',
  text: `SELECT max(last_date) AS day FROM (${buildUses(SOURCES.filter(({ isAccounting }) => isAccounting))}) AS uses`,
};

export async function listPersonUses(
  pool: pg.Pool,
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<readonly PersonUse[]> {
  const { rows } = await pool.query<PersonUse & { place: number }>({ ...USES, values: [companyId, thirdPartyIds] });
  return rows.filter(({ count }) => count > 0).map(({ place: _place, ...use }) => use);
}

/** The last day on which one of them appears in the books; null if none does. */
export async function findLastDay(
  pool: pg.Pool,
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>({ ...LAST_DAY, values: [companyId, thirdPartyIds] });
  return rows[0]?.day ?? null;
}
