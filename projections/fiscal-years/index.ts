import type { FiscalYearEvent } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFiscalYear } from './projector.ts';
import { fiscalYears } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readFiscalYearUndoFacts } from './undo-facts.ts';

const getYearKeys = ({ id }: { id: number }) => [{ table: fiscalYears, key: [id] }];
const getPeriodYearKeys = ({ fiscal_year_id: id }: { fiscal_year_id: number }) => getYearKeys({ id });

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
    FiscalYearUpdated: getYearKeys,
    FiscalYearDeleted: getYearKeys,
    PeriodLocked: getPeriodYearKeys,
    PeriodUnlocked: getPeriodYearKeys,
    FiscalYearClosed: getYearKeys,
    FiscalYearReopened: getYearKeys,
  },
  labels: { 'fiscal-years': labelByColumns(fiscalYears, 'code') },
  readUndoFacts: readFiscalYearUndoFacts,
} satisfies Subject<FiscalYearEvent>;
