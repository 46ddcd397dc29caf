import { z } from 'zod';
import type { FilingItem } from '../../domain/annual-filings/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { CalendarItem } from '../../domain/vat-declarations/calendar.ts';
import type { DashboardRow } from '../../projections/firms/dashboard.ts';
import { dateTimestamp, plainDate, publicToken, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { formatFilingLabel } from '../vat-declarations/filing-label.ts';

export const DashboardItem = z
  .object({
    public_token: publicToken,
    name: z.string(),
    code: z.string(),
    documents_to_process: z.int(),
    unmatched_transactions: z.int(),
    next_vat_deadline: z
      .object({
        label: z.string(),
        starts_on: plainDate,
        ends_on: plainDate,
        due_on: plainDate.meta({ description: 'Moved to the next working day on weekends and public holidays.' }),
        is_late: z.boolean().meta({ description: 'Whether the due date has passed.' }),
      })
      .nullable(),
    annual_accounts_to_file: z.int().meta({ description: 'Fiscal years that are over and not filed.' }),
    next_annual_accounts: z
      .object({
        label: z.string(),
        fiscal_year_id: recordId,
        due_on: plainDate,
        is_late: z.boolean().meta({ description: 'Whether the due date has passed.' }),
      })
      .nullable()
      .meta({ description: 'The first of them.' }),
    last_posting: z.object({ entry_date: dateTimestamp, posted_at: timestamp }).nullable(),
    locked_until: plainDate.nullable(),
  })
  .meta({ id: 'DashboardItem' });

/** What a company has to file. */
export interface Deadlines {
  readonly vat: CalendarItem | undefined;
  /** Annual accounts of years that are over. */
  readonly annual: readonly FilingItem[];
}

export const NO_DEADLINES: Deadlines = { vat: undefined, annual: [] };

export function presentDashboard(
  row: DashboardRow,
  { vat: deadline, annual }: Deadlines,
  language: Language,
): z.output<typeof DashboardItem> {
  const { last_entry_date, last_posted_at } = row;
  const [first] = annual;
  return {
    public_token: row.public_token,
    name: row.name,
    code: row.code,
    documents_to_process: row.documents_waiting,
    unmatched_transactions: row.transactions_waiting,
    next_vat_deadline: deadline
      ? {
          label: formatFilingLabel(deadline, language),
          starts_on: deadline.starts_on,
          ends_on: deadline.ends_on,
          due_on: deadline.due_on,
          is_late: deadline.status === 'late',
        }
      : null,
    annual_accounts_to_file: annual.length,
    next_annual_accounts: first
      ? {
          label: formatFilingLabel(first, language),
          fiscal_year_id: first.fiscal_year!.id,
          due_on: first.due_on,
          is_late: first.status === 'late',
        }
      : null,
    last_posting:
      last_entry_date === null || last_posted_at === null
        ? null
        : { entry_date: toZeroTime(last_entry_date), posted_at: last_posted_at },
    locked_until: row.locked_until,
  };
}
