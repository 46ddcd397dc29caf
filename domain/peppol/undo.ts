import type { UndoRules } from '../history/undo.ts';
import type { peppolEvents } from './peppol-events.ts';

/**
 * What the network was told cannot be taken back by whoever has told it: a registration is left, a document is credited. What
 * came in goes to the recycle bin as an import; that it came remains true.
 */
const never = { never: 'undo_peppol', resource: 'peppol' } as const;

export const peppolUndo: UndoRules<typeof peppolEvents> = {
  PeppolRegistered: never,
  PeppolStatusChecked: never,
  PeppolOptionsChanged: never,
  PeppolLeft: never,
  PeppolMessageQueued: { never: 'undo_peppol', resource: 'peppol-messages' },
  PeppolMessageMoved: { never: 'undo_peppol', resource: 'peppol-messages' },
  PeppolMessageReceived: { role: 'encoder', back: () => [] },
};
