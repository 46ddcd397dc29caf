import { blockUndo, toUndone, type UndoRules } from '../history/undo.ts';
import type { feesEvents } from './fees-events.ts';
import { decideSlip } from './fees-slips.ts';
import { buildSlipKey } from './state.ts';

const NAME = 'fees-281-50-slips';

/** Restores the previous content of a slip, unless it has been changed since. */
export const feesUndo: UndoRules<typeof feesEvents> = {
  FeesSlipSet: {
    role: 'encoder',
    revert({ id, version, year, third_party_id, previous }, { file }) {
      if (file.feesSlips[buildSlipKey(year, third_party_id)]?.version !== version)
        return blockUndo('undo_fees_slip_set_again', NAME, id);
      const command = { type: 'SetFeesSlip', year, third_party_id, slip: previous, baseVersion: null } as const;
      return toUndone(decideSlip(command, file), NAME, id);
    },
  },
};
