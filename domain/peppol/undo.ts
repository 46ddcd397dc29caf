import type { UndoRules } from '../history/undo.ts';
import type { peppolEvents } from './peppol-events.ts';

/**
 * Reports to the network cannot be undone: the company can leave, and a document can be credited. Received documents can
 * be trashed as imports, but the fact that they arrived stays.
 */
const never = { never: 'undo_peppol', resource: 'peppol' } as const;

export const peppolUndo: UndoRules<typeof peppolEvents> = {
  PeppolRegistered: never,
  PeppolStatusChecked: never,
  PeppolOptionsChanged: never,
  PeppolLeft: never,
  PeppolMessageQueued: { never: 'undo_peppol', resource: 'peppol-messages' },
  PeppolMessageMoved: { never: 'undo_peppol', resource: 'peppol-messages' },
  PeppolMessageReceived: { role: 'encoder', revert: () => [] },
};
