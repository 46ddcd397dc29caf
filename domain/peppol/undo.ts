import { blockIfChanged, blockUndo, toUndone, undoNothing, type UndoRules } from '../history/undo.ts';
import type { peppolEvents } from './peppol-events.ts';
import { decideRegistration } from './registration.ts';

const NAME = 'peppol';
const MESSAGES = 'peppol-messages';

/**
 * Reports to the network cannot be undone: the company can leave, and a document can be credited. Received documents can
 * be trashed as imports, but the fact that they arrived stays.
 */
export const peppolUndo: UndoRules<typeof peppolEvents> = {
  PeppolRegistered: { never: 'undo_peppol_registration', resource: NAME },
  PeppolStatusChecked: { never: 'undo_peppol_status', resource: NAME },
  PeppolOptionsChanged: {
    role: 'manager',
    revert: ({ id, changes, previous }, { file }) => {
      const { peppol } = file;
      if (peppol?.id !== id) return blockUndo('undo_peppol_gone', NAME, id);
      const names = Object.keys(changes) as (keyof typeof changes)[];
      const moved = blockIfChanged(
        names.filter((name) => peppol[name] !== changes[name]),
        NAME,
        id,
      );
      const command = { type: 'ChangePeppolOptions', changes: previous, baseVersion: null } as const;
      return moved ?? toUndone(decideRegistration(command, file), NAME, id);
    },
  },
  // Asking changes nothing for the holder.
  PeppolTransferAsked: undoNothing('manager'),
  PeppolLeft: { never: 'undo_peppol_left', resource: NAME },
  PeppolMessageQueued: { never: 'undo_peppol_sent', resource: MESSAGES },
  PeppolMessageMoved: { never: 'undo_peppol_message_status', resource: MESSAGES },
  PeppolMessageReceived: undoNothing('encoder'),
};
