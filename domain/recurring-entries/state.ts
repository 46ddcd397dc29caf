import type { Course, CreatedRecurringEntry, RecurringEvent } from './recurring-events.ts';

/** The complete template. Its occurrences are decided from it, and templates are few. */
export type RecurringEntryState = Omit<CreatedRecurringEntry, 'next_on'> & {
  readonly version: number;
  readonly is_trashed: boolean;
  readonly course: Course;
};

/** By id. */
export type RecurringState = Readonly<Record<string, RecurringEntryState>>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly recurringEntries: RecurringState;
  }
}

export const initialRecurring: RecurringState = {};

export const NOTHING_YET: Course = { through: null, open: [], withdrawn: [] };

export function evolveRecurring(state: RecurringState, event: RecurringEvent): RecurringState {
  if (event.type === 'RecurringEntriesPurged') {
    const gone = new Set(event.data.recurring_entries.map(({ id }) => String(id)));
    return Object.fromEntries(Object.entries(state).filter(([id]) => !gone.has(id)));
  }
  if (event.type === 'RecurringEntriesPosted') {
    const posted = event.data.recurring_entries.map(({ id, version, course }) => [
      id,
      { ...state[id]!, version, course },
    ]);
    return { ...state, ...(Object.fromEntries(posted) as RecurringState) };
  }
  const { id } = event.data;
  if (event.type === 'RecurringEntryCreated') {
    const { next_on: _follows, ...content } = event.data;
    return { ...state, [id]: { ...content, version: 1, is_trashed: false, course: NOTHING_YET } };
  }
  // A template may be purged before its last document is sent.
  if (!state[id]) return state;
  const before = { ...state[id], version: event.data.version };
  switch (event.type) {
    case 'RecurringEntryChanged':
      return { ...state, [id]: { ...before, ...event.data.changes, course: event.data.course } };
    case 'RecurringEntryPosted':
    case 'RecurringEntryTakenBack':
      return { ...state, [id]: { ...before, course: event.data.course } };
    case 'RecurringDocumentSent':
    case 'RecurringDocumentNotSent':
      return { ...state, [id]: before };
    case 'RecurringEntryTrashed':
    case 'RecurringEntryRestored':
      return { ...state, [id]: { ...before, is_trashed: event.type === 'RecurringEntryTrashed' } };
  }
}
