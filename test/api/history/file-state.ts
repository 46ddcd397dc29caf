import type { TestService } from '../../support/service.ts';

/**
 * What an undo must restore, read from the tables of a company file. Versions, times and the ids of entries do not count,
 * and entries and letterings only by what they add up to: an undo reverses them, and doing it again posts others.
 */
export type FileState = ReadonlyMap<string, string>;

/** Records that are not in the recycle bin, by id. */
const RECORDS = [
  'accounts',
  'analytic_codes',
  'bank_rules',
  'bank_statements',
  'bank_transactions',
  'budgets',
  'coda_files',
  'documents',
  'document_imports',
  'fixed_assets',
  'integrations',
  'journal_rules',
  'journals',
  'mail_senders',
  'peppol_registrations',
  'recurring_entries',
  'report_queries',
  'sepa_files',
  'third_parties',
  'vat_codes',
  'vat_declarations',
] as const;

/** The same for tables without a bin: a row without values counts as none. */
const KEPT: Readonly<Record<string, string>> = {
  annual_filings: `status <> 'draft' or form is not null or manual <> '[]'::jsonb`,
  corporate_tax_lines: `lines <> '[]'::jsonb`,
  fees_slips: 'num_nonnulls(amount, nature, amount_paid) > 0 or is_excluded',
  mail_templates: 'num_nonnulls(subject, body) > 0',
  vat_listings: 'true',
};

const PASSING = [
  ...['version', 'seq', 'search', 'created_at', 'updated_at', 'created_by', 'deleted_at', 'deleted_by', 'purged_at'],
  // What was withdrawn and posted again has another course to the same next date.
  'course',
  // What a person has split and put together again is not split by the service.
  'is_whole',
  'filed_version',
  ...['last_entry_id', 'last_line_id', 'journal_entry_id', 'computed_at', 'computed_position', 'fingerprint'],
  ...['validated_at', 'validated_by', 'file_at', 'file_version', 'moves', 'last_checked_at', 'activated_at'],
];

const THE_FILE = '(select id from read.companies where public_token = $1)';

const listRows = (table: string, condition: string) =>
  `select '${table}' as name, coalesce(string_agg((to_jsonb(t) - $2::text[])::text, E'\\n' order by t.id), '') as content
   from read.${table} t where t.company_id = ${THE_FILE} and ${condition}`;

/** Records that are made again under another id. */
const listMany = (table: string, columns: string, condition = 'true') =>
  `select '${table}' as name, coalesce(string_agg(line, E'\\n' order by line), '') as content from (
     select concat_ws(' ', ${columns}) as line from read.${table} where company_id = ${THE_FILE} and deleted_at is null
       and ${condition}) s`;

/** Sums of what was posted and reversed. */
const addUp = (table: string, keys: string, amount: string) =>
  `select '${table}' as name, coalesce(string_agg(line, E'\\n' order by line), '') as content from (
     select concat_ws(' ', ${keys}, sum(${amount})) as line from read.${table}
     where company_id = ${THE_FILE} group by ${keys} having sum(${amount}) <> 0) s`;

/** An undo adds entries and leaves the others as they are. */
const TEXTS = 'texts of entries';
const WITH_ENTRIES = ['bank_transactions', 'sepa_files', 'vat_declarations'];

const STATEMENT = [
  ...RECORDS.map((table) => listRows(table, 't.deleted_at is null')),
  ...Object.entries(KEPT).map(([table, condition]) => listRows(table, `(${condition})`)),
  listMany('entry_attachments', 'entry_id, name, sha256'),
  listMany('letterings', 'account_id, third_party_id, total, settled_on, origin', `origin <> 'reversal'`),
  ...WITH_ENTRIES.map(
    (table) =>
      `select 'entries of ${table}', coalesce(string_agg(concat_ws(' ', t.id, t.journal_entry_id is null), E'\\n'), '')
       from read.${table} t where t.company_id = ${THE_FILE} and t.deleted_at is null`,
  ),
  `select 'fields of fixed_assets', coalesce(string_agg(concat_ws(' ', p.id, p.plan -> 'fields'), E'\\n' order by p.id), '')
   from read.fixed_asset_plans p join read.fixed_assets a on a.id = p.id and a.deleted_at is null
   where p.company_id = ${THE_FILE}`,
  `select '${TEXTS}', coalesce(string_agg(concat_ws(' ', e.id, e.label, e.reference, e.due_date), E'\\n' order by e.id), '')
   from read.entries e where e.company_id = ${THE_FILE}`,
  addUp('balances', 'account_id, fiscal_year_id', 'debit - credit'),
  addUp('third_party_balances', 'third_party_id, account_id', 'debit - credit'),
  addUp('analytic_balances', 'code_id, account_id', 'debit - credit'),
  addUp('vat_boxes', 'box', 'amount'),
  `select 'companies', (jsonb_strip_nulls(to_jsonb(t)) - $2::text[])::text from read.companies t where t.public_token = $1`,
  `select 'fiscal_years', coalesce(string_agg(line, E'\\n' order by line), '') from (
     select concat_ws(' ', y.code, y.starts_on, y.ends_on, y.closed_at is null,
       (select string_agg((p ->> 'locked_at' is null)::text, ',' order by place)
        from jsonb_array_elements(y.periods) with ordinality as e(p, place))) as line
     from read.fiscal_years y where y.company_id = ${THE_FILE} and y.deleted_at is null) s`,
].join('\nunion all\n');

export async function readFileState({ core }: TestService, token: string): Promise<FileState> {
  const { rows } = await core.pool.query<{ name: string; content: string }>({
    text: STATEMENT,
    values: [token, PASSING],
  });
  return new Map(rows.map(({ name, content }) => [name, content]));
}

/** The differences between two states; null if there are none. */
export function findDifference(expected: FileState, found: FileState): string | null {
  const differences = [...expected].flatMap(([name, content]) => {
    const [was, is] = [content.split('\n'), (found.get(name) ?? '').split('\n')];
    const missing = was.filter((line) => line !== '' && !is.includes(line));
    const added = name === TEXTS ? [] : is.filter((line) => line !== '' && !was.includes(line));
    if (missing.length + added.length === 0) return [];
    if (missing.length !== added.length) return [`${name}: ${missing.join('; ')} → ${added.join('; ')}`];
    return missing.map((line, index) => `${name}: ${compareLines(line, added[index]!)}`);
  });
  return differences.length === 0 ? null : differences.join('; ');
}

/** Of two rows, only the members that differ. */
function compareLines(was: string, is: string): string {
  if (!was.startsWith('{') || !is.startsWith('{')) return `${was} → ${is}`;
  const [left, right] = [JSON.parse(was) as Record<string, unknown>, JSON.parse(is) as Record<string, unknown>];
  return Object.keys({ ...left, ...right })
    .filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
    .map((name) => `${name} ${JSON.stringify(left[name])} → ${JSON.stringify(right[name])}`)
    .join(', ');
}
