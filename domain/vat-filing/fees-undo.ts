import { blocked, unlessRefused, type UndoRules } from '../history/undo.ts';
import type { feesEvents } from './fees-events.ts';
import { decideSlip } from './fees-slips.ts';
import { slipKey } from './state.ts';

const NAME = 'fees-281-50-slips';

/** A slip says again what it said before, unless somebody has said something else since. */
export const feesUndo: UndoRules<typeof feesEvents> = {
  FeesSlipSet: {
    role: 'encoder',
    back({ id, version, year, third_party_id, previous }, { file }) {
      if (file.feesSlips[slipKey(year, third_party_id)]?.version !== version)
        return blocked('undo_fees_slip_set_again', NAME, id);
      const command = { type: 'SetFeesSlip', year, third_party_id, slip: previous, baseVersion: null } as const;
      return unlessRefused(decideSlip(command, file), NAME, id);
    },
  },
};
