import type { JsonRecord } from '../json.ts';

export const DIRECTORS = 'annual_accounts.directors';
export const NOTE = 'annual_accounts.directors_note';

/** The directors were a text until version 1 of the event: it is kept as a note. */
export function moveDirectorsNote(data: JsonRecord): JsonRecord {
  const move = (values: JsonRecord): JsonRecord => {
    if (!(DIRECTORS in values)) return values;
    const { [DIRECTORS]: note, ...others } = values;
    return { ...others, [NOTE]: note ?? null };
  };
  return { ...data, changes: move(data['changes'] as JsonRecord), previous: move(data['previous'] as JsonRecord) };
}
