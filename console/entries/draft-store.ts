import type { EntryDraft } from './draft.ts';

/** Keeps what is typed while the tab is open, so that a look elsewhere loses nothing. */

const getName = (file: string): string => `grandlivre-entry-draft-${file}`;

export function readDraft(file: string): EntryDraft | null {
  const kept = sessionStorage.getItem(getName(file));
  return kept === null ? null : (JSON.parse(kept) as EntryDraft);
}

export function keepDraft(file: string, draft: EntryDraft | null): void {
  if (draft === null) sessionStorage.removeItem(getName(file));
  else sessionStorage.setItem(getName(file), JSON.stringify(draft));
}
