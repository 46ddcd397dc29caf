import { blockUndo, type UndoRules } from '../history/undo.ts';
import { getYearLines } from './state.ts';
import type { taxEvents } from './tax-events.ts';

const NAME = 'corporate-tax';

/** Restores the previous lines of the year, unless they have been changed since. */
export const taxUndo: UndoRules<typeof taxEvents> = {
  CorporateTaxLinesSet: {
    role: 'encoder',
    revert({ fiscal_year_id, version, lines, previous }, { file }) {
      if (getYearLines(file.corporateTax, fiscal_year_id).version !== version)
        return blockUndo('undo_corporate_tax_set_again', NAME, fiscal_year_id);
      const data = { fiscal_year_id, version: version + 1, lines: previous, previous: lines };
      return [{ type: 'CorporateTaxLinesSet', data }];
    },
  },
};
