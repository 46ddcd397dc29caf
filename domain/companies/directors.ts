import { DIRECTORS, NOTE } from './directors-note.ts';
import { readSetting, type SettingValues } from './settings.ts';

/** Directors, managers and auditors of a company, as its annual accounts name them. */
export interface Director {
  readonly first_name: string | null;
  readonly last_name: string;
  readonly function: string;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

export const getDirectors = (values: SettingValues): readonly Director[] =>
  (readSetting(values, DIRECTORS) ?? []) as unknown as readonly Director[];

/** The directors as a text, one per line, with the note of earlier versions. Null if there are none. */
export function formatDirectors(values: SettingValues): string | null {
  const lines = getDirectors(values).map(({ first_name, last_name, function: role }) => {
    const name = [first_name, last_name].filter((part) => part !== null).join(' ');
    return `${name}, ${role}`;
  });
  const note = readSetting(values, NOTE);
  const all = [...lines, ...(typeof note === 'string' ? [note] : [])];
  return all.length === 0 ? null : all.join('\n');
}
