import type { FiscalYearEvent } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFiscalYear } from './projector.ts';
import { fiscalYears } from './tables.ts';

const year = ({ id }: { id: number }) => [{ table: fiscalYears, key: [id] }];
const yearOfPeriod = ({ fiscal_year_id: id }: { fiscal_year_id: number }) => year({ id });

export const subject = {
  tables: [fiscalYears],
  project: {
    FiscalYearOpened: projectFiscalYear,
    FiscalYearUpdated: projectFiscalYear,
    FiscalYearDeleted: projectFiscalYear,
    PeriodLocked: projectFiscalYear,
    PeriodUnlocked: projectFiscalYear,
    FiscalYearClosed: projectFiscalYear,
    FiscalYearReopened: projectFiscalYear,
  },
  needs: {
    FiscalYearUpdated: year,
    FiscalYearDeleted: year,
    PeriodLocked: yearOfPeriod,
    PeriodUnlocked: yearOfPeriod,
    FiscalYearClosed: year,
    FiscalYearReopened: year,
  },
} satisfies Subject<FiscalYearEvent>;
