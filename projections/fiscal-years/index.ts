import { fiscalYearEvents, type FiscalYearEvent } from '../../domain/fiscal-years/fiscal-year-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectFiscalYear } from './projector.ts';
import { fiscalYears } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readFiscalYearUndoFacts } from './undo-facts.ts';

const PERIOD_EVENTS = ['PeriodLocked', 'PeriodUnlocked'] as const;
const getYearKeys = ({ id }: { id: number }) => [{ table: fiscalYears, key: [id] }];
const getPeriodYearKeys = ({ fiscal_year_id: id }: { fiscal_year_id: number }) => getYearKeys({ id });

export const subject = {
  tables: [fiscalYears],
  project: handleEach(fiscalYearEvents, projectFiscalYear),
  needs: {
    ...handleEach(fiscalYearEvents, getYearKeys, { except: ['FiscalYearOpened', ...PERIOD_EVENTS] }),
    ...handleEach(PERIOD_EVENTS, getPeriodYearKeys),
  },
  namedBy: { fiscal_year_id: 'fiscal-years' },
  labels: { 'fiscal-years': labelByColumns(fiscalYears, 'code') },
  readUndoFacts: readFiscalYearUndoFacts,
} satisfies Subject<FiscalYearEvent>;
