import type { FiscalYearEvent, Period } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { fiscalYears, type FiscalYearRow, type PeriodRow } from './tables.ts';

export function projectFiscalYear(event: FiscalYearEvent, stored: RecordedEvent, batch: Batch): void {
  const { recorded_at: at, company_id: companyId, user_id: userId } = getFileProvenance(stored);
  const putYear = (
    row: Omit<FiscalYearRow, 'seq' | 'updated_at'>,
    op: 'upsert' | 'delete',
    before: object | null,
    after: object | null,
  ): void => {
    const { id, version } = row;
    const seq = batch.recordChange({ companyId, resource: 'fiscal-years', id, op, version, before, after });
    batch.put(fiscalYears, { ...row, seq, updated_at: at });
  };
  if (event.type === 'FiscalYearOpened') {
    const { period_length = 'month', ...year } = event.data;
    const open = { closing: null, closed_at: null, closed_by: null };
    const bookkeeping = { company_id: companyId, version: 1, created_at: at, deleted_at: null, ...open };
    putYear(
      { ...year, period_length, periods: year.periods.map(toUnlockedPeriod), ...bookkeeping },
      'upsert',
      null,
      null,
    );
    return;
  }
  const yearId = 'id' in event.data ? event.data.id : event.data.fiscal_year_id;
  const row = batch.get(fiscalYears, yearId);
  if (!row) throw new Error(`Fiscal year ${yearId} does not exist`);
  const { version } = event.data;
  switch (event.type) {
    case 'FiscalYearUpdated': {
      const { changes, previous } = event.data;
      const periods = changes.periods?.map(toUnlockedPeriod) ?? row.periods;
      putYear({ ...row, ...changes, periods, version }, 'upsert', previous, changes);
      return;
    }
    case 'FiscalYearDeleted':
      putYear({ ...row, version, deleted_at: at }, 'delete', { deleted_at: null }, { deleted_at: at });
      return;
    case 'PeriodLocked':
    case 'PeriodUnlocked': {
      const isLocked = event.type === 'PeriodLocked';
      const lock = isLocked ? { locked_at: at, locked_by: userId } : { locked_at: null, locked_by: null };
      const periods = row.periods.map((period) =>
        period.id === event.data.period_id ? { ...period, ...lock } : period,
      );
      const describeLock = (is_locked: boolean) => ({ period_id: event.data.period_id, is_locked });
      putYear({ ...row, version, periods }, 'upsert', describeLock(!isLocked), describeLock(isLocked));
      const locked = isLocked && periods.find(({ id }) => id === event.data.period_id);
      if (locked) announceLock(row, locked, stored, batch);
      return;
    }
    case 'FiscalYearClosed': {
      const closed = { closing: event.data, closed_at: at, closed_by: userId };
      putYear({ ...row, version, ...closed }, 'upsert', { is_closed: false }, { is_closed: true });
      const { id, code, starts_on, ends_on } = row;
      const data = { id, code, starts_on, ends_on, closed_at: at };
      batch.announce(stored, () => ({ event: 'fiscal_year.closed', data }));
      return;
    }
    case 'FiscalYearReopened': {
      const reopened = { closing: null, closed_at: null, closed_by: null };
      putYear({ ...row, version, ...reopened }, 'upsert', { is_closed: true }, { is_closed: false });
      return;
    }
  }
}

function announceLock(
  { id: fiscal_year_id, code: fiscal_year_code }: Pick<FiscalYearRow, 'id' | 'code'>,
  { id, number, starts_on, ends_on, locked_at }: PeriodRow,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const data = { id, fiscal_year_id, fiscal_year_code, number, starts_on, ends_on, locked_at };
  batch.announce(stored, () => ({ event: 'period.locked', data }));
}

const toUnlockedPeriod = (period: Period): PeriodRow => ({ ...period, locked_at: null, locked_by: null });
