import type { LetteredLine, LetteringEvent } from '../../domain/lettering/lettering-events.ts';
import { add, subtract, sum, ZERO } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { entryLines } from '../ledger/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { letteringLines, letterings } from './tables.ts';

export function projectLettering(event: LetteringEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (
    id: number,
    version: number,
    op: 'upsert' | 'delete',
    before: object | null,
    after: object | null,
  ) => batch.recordChange({ companyId: company_id, resource: 'lettering', id, op, version, before, after });

  if (event.type === 'LinesLettered') {
    for (const { lines, moved_tax, ...lettering } of event.data.letterings) {
      const { id, settled_on } = lettering;
      const debits = lines.map(({ amount }) => amount).filter((amount) => !amount.startsWith('-'));
      batch.put(letterings, {
        ...lettering,
        company_id,
        reason: lettering.reason ?? null,
        difference_entry_id: lettering.difference_entry_id ?? null,
        currency: lettering.currency ?? null,
        exchange_entry_id: lettering.exchange_entry_id ?? null,
        moved_tax: moved_tax !== undefined,
        total: sum(debits),
        lines_count: lines.length,
        version: 1,
        seq: recordChange(id, 1, 'upsert', null, null),
        created_at: recorded_at,
        updated_at: recorded_at,
        created_by: user_id,
        deleted_at: null,
      });
      for (const line of lines) {
        const { entry_date } = settleLine(line, 1, batch);
        batch.put(letteringLines, {
          lettering_id: id,
          company_id,
          ...line,
          currency_amount: line.currency_amount ?? null,
          entry_date,
          settled_on,
          is_undone: false,
          lettered_at: recorded_at,
          undone_at: null,
        });
      }
      announceLettering('lettered', { ...lettering, total: sum(debits), lines }, stored, batch);
    }
    return;
  }
  for (const { id, version, lines } of event.data.letterings) {
    const seq = recordChange(id, version, 'delete', { deleted_at: null }, { deleted_at: recorded_at });
    const row = batch.get(letterings, id)!;
    batch.put(letterings, {
      ...row,
      version,
      seq,
      updated_at: recorded_at,
      deleted_at: recorded_at,
    });
    for (const line of lines) {
      const paired = batch.get(letteringLines, id, line.line_id)!;
      batch.put(letteringLines, { ...paired, is_undone: true, undone_at: recorded_at });
      settleLine(line, -1, batch);
    }
    announceLettering('unlettered', { ...row, lines }, stored, batch);
  }
}

/** A matching may have thousands of lines; its own route lists them all. */
const MOST_ANNOUNCED_LINES = 100;

interface AnnouncedLettering {
  readonly id: number;
  readonly code: string;
  readonly account_id: number;
  readonly settled_on: string;
  readonly total: string;
  readonly lines: readonly LetteredLine[];
}

function announceLettering(
  change: 'lettered' | 'unlettered',
  { id, code, account_id, settled_on, total, lines }: AnnouncedLettering,
  stored: RecordedEvent,
  batch: Batch,
): void {
  batch.announce(stored, () => {
    const paired = lines
      .slice(0, MOST_ANNOUNCED_LINES)
      .map(({ entry_id, line_id, amount }) => ({ entry_id, line_id, amount }));
    return {
      event: 'lettering.changed',
      data: { id, code, change, account_id, settled_on, total, lines_count: lines.length, lines: paired },
    };
  });
}

function settleLine(
  { entry_id, line_number, amount, currency_amount }: LetteredLine,
  sign: 1 | -1,
  batch: Batch,
): RowOf<typeof entryLines> {
  const row = batch.get(entryLines, entry_id, line_number);
  if (!row) throw new Error(`Line ${line_number} of entry ${entry_id} does not exist`);
  const move = sign === 1 ? add : subtract;
  const settled = move(row.settled, amount);
  const currency_settled =
    currency_amount === undefined ? row.currency_settled : move(row.currency_settled ?? ZERO, currency_amount);
  batch.put(entryLines, { ...row, settled, currency_settled });
  return row;
}
