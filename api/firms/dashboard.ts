import { z } from 'zod';
import { getRegimeOn } from '../../domain/companies/vat-regimes.ts';
import { findNextVatDeadline } from '../../domain/country-packs/deadlines.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { DashboardRow } from '../../projections/firms/dashboard.ts';
import { dateTimestamp, plainDate, publicToken, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';

export const DashboardItem = z
  .object({
    public_token: publicToken,
    name: z.string(),
    code: z.string(),
    documents_to_process: z.int(),
    unmatched_transactions: z.int(),
    next_vat_deadline: z.object({ starts_on: plainDate, ends_on: plainDate, due_on: plainDate }).nullable(),
    last_posting: z.object({ entry_date: dateTimestamp, posted_at: timestamp }).nullable(),
    locked_until: plainDate.nullable(),
  })
  .meta({ id: 'DashboardItem' });

export function presentDashboard(row: DashboardRow, today: string): z.output<typeof DashboardItem> {
  const { last_entry_date, last_posted_at } = row;
  const pack = findCountryPack(row.country_pack);
  return {
    public_token: row.public_token,
    name: row.name,
    code: row.code,
    documents_to_process: row.documents_waiting,
    // A company file holds no bank transactions, so none is pending.
    unmatched_transactions: 0,
    next_vat_deadline:
      pack && row.first_day !== null ? findNextVatDeadline(pack, getRegimeOn(row, today), today, row.first_day) : null,
    last_posting:
      last_entry_date === null || last_posted_at === null
        ? null
        : { entry_date: toZeroTime(last_entry_date), posted_at: last_posted_at },
    locked_until: row.locked_until,
  };
}
