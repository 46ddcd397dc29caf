import {
  BELGIAN_INTRACOM,
  BELGIAN_PURCHASES,
  FAMILY_SIGN,
  FRENCH_DEDUCTED,
  FRENCH_IMPORTS,
  FRENCH_PURCHASES,
  FRENCH_SHARED,
  FRENCH_TAX,
} from '../../domain/vat-codes/box-families.ts';
import { LETTERED_AT, SETTLED_LATER, UNDONE_AT } from '../lettering/past.ts';
import type { DerivedRows, PastMoment } from '../support/table.ts';
import { buildEntriesOfMonth } from './past-months.ts';

/** The ledger as known at an earlier moment: an entry counts from the moment it was recorded. */

/** Of a line (`l`). In tables from before lines had this column, the time when its entry was recorded. */
const RECORDED_AT =
  'coalesce(l.recorded_at, (SELECT e.created_at FROM read.entries e WHERE e.company_id = l.company_id AND e.id = l.entry_id))';

/** Few entries are ever changed, and only their lines can differ from the current ones. */
const IS_CHANGED = '(SELECT e.version FROM read.entries e WHERE e.company_id = l.company_id AND e.id = l.entry_id) > 1';

/** The last allocation event of the line contains all of its codes. */
const ANALYTICS = `(
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code_id', m.code_id, 'code', c.code, 'axis', c.axis,
          'amount', (m.debit + m.credit)::text, 'share', m.share::text)) ORDER BY m.place)
        FROM past_analytic_moves m JOIN read.analytic_codes c ON c.company_id = m.company_id AND c.id = m.code_id
        WHERE m.entry_id = l.entry_id AND m.line_number = l.line_number AND m.place > 0 AND m.version = (
          SELECT max(o.version) FROM past_analytic_moves o WHERE o.entry_id = l.entry_id AND o.line_number = l.line_number))`;

/** The dispute before the first later change; both sides of a change may be null. */
const buildPastDispute = ({ company, at }: PastMoment): string => `coalesce((
        SELECT jsonb_build_array(x.before -> 'dispute') FROM read.earlier_rows x
        WHERE x.company_id = ${company} AND x.table_name = 'entry_lines' AND x.row_id = l.id AND x.until > ${at}
        ORDER BY x.position LIMIT 1), jsonb_build_array(l.dispute)) ->> 0`;

/** The currently settled amount, minus later letterings, plus those undone since. */
function buildPastSettled({ company, at }: PastMoment, settled: string, amount: string): string {
  const sumLettered = (condition: string): string => `coalesce((SELECT sum(n.${amount})
          FROM read.lettering_lines n WHERE n.entry_id = l.entry_id AND n.line_number = l.line_number AND n.company_id = ${company} AND ${condition}), 0)`;
  return `l.${settled} - ${sumLettered(`NOT n.is_undone AND ${LETTERED_AT} > ${at}`)}
        + ${sumLettered(`n.is_undone AND ${LETTERED_AT} <= ${at} AND ${UNDONE_AT} > ${at}`)}`;
}

/**
 * A line counts from the moment it was recorded. Its settled amount is looked up per line, except where the statement
 * itself subtracts later letterings (`pastLetteringLines`): there the current indexes are used.
 */
export const pastLines: DerivedRows = {
  of: ['analytic_moves'],
  keeps: ['dispute'],
  buildRows(moment, isNamed) {
    const { company, at } = moment;
    const buildSettled = (name: string, amount: string): string =>
      isNamed(SETTLED_LATER) ? `l.${name}` : `(${buildPastSettled(moment, name, amount)})::numeric(20,2)`;
    const settled = buildSettled('settled', 'amount');
    const currencySettled = buildSettled('currency_settled', 'currency_amount');
    return `SELECT l.entry_id, l.line_number, l.id, l.company_id, l.account_id, l.third_party_id, l.journal_id, l.entry_date,
      l.debit, l.credit, l.label, l.vat_code_id, l.due_date, l.reference, l.layer, ${settled} AS settled,
      CASE WHEN ${IS_CHANGED} THEN ${buildPastDispute(moment)} ELSE l.dispute END AS dispute,
      CASE WHEN l.analytics IS NOT NULL OR ${IS_CHANGED} THEN ${ANALYTICS} END AS analytics, l.recorded_at, l.due_on,
      l.currency, l.currency_amount, l.exchange_rate,
      CASE WHEN l.currency IS NOT NULL THEN ${currencySettled} END AS currency_settled
    FROM read.entry_lines l WHERE l.company_id = ${company} AND ${RECORDED_AT} <= ${at}`;
  },
};

const SUMS = 'sum(l.debit)::numeric(20,2) AS debit, sum(l.credit)::numeric(20,2) AS credit';

/** An entry counts once per account, at its first line of that account; a carried entry may have lines of two layers. */
const FIRST_OF_ACCOUNT = `(SELECT o.line_number FROM read.entry_lines o WHERE o.company_id = l.company_id AND o.entry_id = e.id AND o.account_id = l.account_id
          ORDER BY o.line_number <= 0, abs(o.line_number) LIMIT 1)`;

/**
 * Balances are stored by the month in which they were recorded: earlier months are used as they are, and lines are read
 * only for the month of the moment.
 */
export const pastBalances: DerivedRows = {
  of: [],
  buildRows(moment) {
    const { company } = moment;
    const { month, isLate, entries } = buildEntriesOfMonth(moment, ['id', 'layer', 'period_id', 'fiscal_year_id']);
    const keys = 'company_id, account_id, period_id, layer, recorded_in, journal_id, fiscal_year_id';
    const columns = `${keys}, debit, credit, lines_count, entries_count`;
    const lines = `SELECT l.company_id, l.account_id, e.period_id, l.layer, ${month} AS recorded_in, l.journal_id, e.fiscal_year_id, ${SUMS},
        count(*) AS lines_count, count(DISTINCT e.id) FILTER (WHERE e.layer <> 'carried' OR l.line_number = ${FIRST_OF_ACCOUNT}) AS entries_count
      FROM (${entries}) e JOIN read.entry_lines l ON l.entry_id = e.id
      WHERE l.company_id = ${company}
      GROUP BY l.company_id, l.account_id, e.period_id, l.layer, l.journal_id, e.fiscal_year_id`;
    const selectStored = (months: string): string =>
      `SELECT ${columns} FROM read.balances WHERE company_id = ${company} AND recorded_in ${months}`;
    const ofMonth = isLate
      ? `SELECT ${keys}, sum(debit)::numeric(20,2), sum(credit)::numeric(20,2), sum(lines_count)::bigint, sum(entries_count)::bigint
      FROM (${selectStored(`= ${month}`)} UNION ALL SELECT ${keys}, -debit, -credit, -lines_count, -entries_count FROM (${lines}) later) whole
      GROUP BY ${keys} HAVING sum(lines_count) > 0`
      : lines;
    return `${selectStored(`< ${month}`)} UNION ALL ${ofMonth}`;
  },
};

/** Few lines have a currency, and an index finds them. */
export const pastCurrencyBalances: DerivedRows = {
  of: [],
  buildRows: ({
    company,
    at,
  }) => `SELECT l.company_id, l.account_id, e.period_id, l.layer, date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date AS recorded_in,
      l.journal_id, l.currency, e.fiscal_year_id, ${SUMS},
      coalesce(sum(l.currency_amount) FILTER (WHERE l.currency_amount > 0), 0)::numeric(20,2) AS currency_debit,
      coalesce(-sum(l.currency_amount) FILTER (WHERE l.currency_amount < 0), 0)::numeric(20,2) AS currency_credit, count(*) AS lines_count
    FROM read.entry_lines l JOIN read.entries e ON e.company_id = l.company_id AND e.id = l.entry_id
    WHERE l.company_id = ${company} AND l.currency IS NOT NULL AND e.created_at <= ${at}
    GROUP BY l.company_id, l.account_id, e.period_id, l.layer, 5, l.journal_id, l.currency, e.fiscal_year_id`,
};

export const pastThirdPartyBalances: DerivedRows = {
  of: [],
  buildRows: ({
    company,
    at,
  }) => `SELECT l.company_id, l.third_party_id, l.account_id, e.period_id, l.layer, e.fiscal_year_id, ${SUMS}
    FROM read.entry_lines l JOIN read.entries e ON e.company_id = l.company_id AND e.id = l.entry_id
    WHERE l.company_id = ${company} AND l.third_party_id IS NOT NULL AND e.created_at <= ${at}
    GROUP BY l.company_id, l.third_party_id, l.account_id, e.period_id, l.layer, e.fiscal_year_id`,
};

export const pastEntryCounts: DerivedRows = {
  of: ['entries'],
  buildRows: () => `SELECT company_id, entry_date, journal_id, count(*) AS entries_count,
      count(*) FILTER (WHERE status = 'reversed') AS reversed_count, sum(total)::numeric(20,2) AS total
    FROM past_entries GROUP BY company_id, entry_date, journal_id`,
};

/** Stored by month like the balances. Numbers have no gaps: the later entries of the month have its highest ones. */
export const pastJournalCounters: DerivedRows = {
  of: [],
  isDerivedOnce: true,
  buildRows(moment) {
    const { month, isLate, entries } = buildEntriesOfMonth(moment, ['journal_id', 'fiscal_year_id', 'number']);
    const keys = 'company_id, journal_id, fiscal_year_id, recorded_in';
    const counted = `SELECT e.journal_id, e.fiscal_year_id, max(e.number) AS last_number, count(*) AS entries_count
      FROM (${entries}) e GROUP BY e.journal_id, e.fiscal_year_id`;
    const selectStored = (months: string): string =>
      `SELECT ${keys}, last_number, entries_count FROM read.journal_counters WHERE company_id = ${moment.company} AND recorded_in ${months}`;
    const ofMonth = isLate
      ? `SELECT ${keys}, m.last_number - coalesce(later.entries_count, 0), m.entries_count - coalesce(later.entries_count, 0)
      FROM (${selectStored(`= ${month}`)}) m LEFT JOIN (${counted}) later USING (journal_id, fiscal_year_id)
      WHERE m.entries_count > coalesce(later.entries_count, 0)`
      : `SELECT ${moment.company}, journal_id, fiscal_year_id, ${month}, last_number, entries_count FROM (${counted}) e`;
    return `${selectStored(`< ${month}`)} UNION ALL ${ofMonth}`;
  },
};

export const pastVatBoxes: DerivedRows = {
  of: ['entries'],
  buildRows:
    () => `SELECT e.company_id, e.entry_date, b->>'box' AS box, sum((b->>'amount')::numeric)::numeric(20,2) AS amount
    FROM past_entries e CROSS JOIN LATERAL jsonb_array_elements(e.vat) v CROSS JOIN LATERAL jsonb_array_elements(v->'boxes') b
    WHERE e.vat IS NOT NULL AND NOT v ? 'exigibility' GROUP BY 1, 2, 3`,
};

const toSqlList = (boxes: readonly string[]): string => `ANY('{${boxes.join(',')}}'::text[])`;

/** The family of an effect (`v`), as `listFamilyAmounts` finds it; null for other operations. */
const FAMILY = `(SELECT CASE WHEN o.intracom IS NOT NULL AND o.bought IS NOT NULL THEN o.bought || '+' || o.intracom
          WHEN o.base = '${FRENCH_SHARED}' AND (v->>'deductible')::numeric = 0 AND (v->>'non_deductible')::numeric = 0 THEN NULL
          ELSE o.base END AS family
        FROM (SELECT max(n) FILTER (WHERE n = ${toSqlList(BELGIAN_INTRACOM)}) AS intracom,
            max(n) FILTER (WHERE n = ${toSqlList(BELGIAN_PURCHASES)}) AS bought,
            max(n) FILTER (WHERE n = ${toSqlList(FRENCH_PURCHASES)}) AS base
          FROM (SELECT x->>'box' AS n FROM jsonb_array_elements(v->'boxes') x) named) o)`;

export const pastVatFamilyBoxes: DerivedRows = {
  of: ['entries'],
  buildRows:
    () => `SELECT e.company_id, e.entry_date, b->>'box' || '${FAMILY_SIGN}' || f.family AS box, sum((b->>'amount')::numeric)::numeric(20,2) AS amount
    FROM past_entries e CROSS JOIN LATERAL jsonb_array_elements(e.vat) v CROSS JOIN LATERAL ${FAMILY} f
      CROSS JOIN LATERAL jsonb_array_elements(v->'boxes') b
    WHERE e.vat IS NOT NULL AND NOT v ? 'exigibility' AND CASE WHEN position('+' IN f.family) > 0
      THEN b->>'box' = ANY(string_to_array(f.family, '+'))
      ELSE b->>'box' ~ '${FRENCH_TAX.source}' OR (f.family = '${FRENCH_IMPORTS}' AND b->>'box' = ${toSqlList(FRENCH_DEDUCTED)}) END
    GROUP BY 1, 2, 3`,
};

/** Same format as `shapeOf`. */
const SHAPE = `(SELECT string_agg(g.boxes, '|' ORDER BY g.boxes COLLATE "C") FROM (
        SELECT string_agg(o.signed, ' ' ORDER BY o.signed COLLATE "C") AS boxes
        FROM (SELECT abs((b->>'amount')::numeric) AS size, CASE WHEN (b->>'amount')::numeric < 0 THEN '-' ELSE '+' END || (b->>'box') AS signed
          FROM jsonb_array_elements(v->'boxes') b) o GROUP BY o.size) g)`;

export const pastVatCounts: DerivedRows = {
  of: ['entries'],
  buildRows:
    () => `SELECT e.company_id, e.entry_date, ${SHAPE} AS boxes, count(*) AS lines_count, max(e.created_at) AS last_recorded_at
    FROM past_entries e CROSS JOIN LATERAL jsonb_array_elements(e.vat) v
    WHERE e.vat IS NOT NULL AND NOT v ? 'exigibility' AND jsonb_array_length(v->'boxes') > 0 GROUP BY 1, 2, 3`,
};

export const pastVatMovements: DerivedRows = {
  of: ['entries', 'entry_lines'],
  buildRows: () => `SELECT e.company_id, e.entry_date, l.account_id, sum(l.debit - l.credit)::numeric(20,2) AS amount
    FROM past_entries e JOIN past_entry_lines l ON l.entry_id = e.id
    WHERE e.vat IS NOT NULL AND l.vat_code_id IS NOT NULL GROUP BY 1, 2, 3`,
};
