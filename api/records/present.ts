import type { Language } from '../../domain/language.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { RecordRow } from '../../projections/records/queries.ts';

/** A record as the API shows it: its fields, its version, and its label in the reader's language. */
export function presentRecord(resource: Resource, row: RecordRow, language: Language): Record<string, unknown> {
  const shown: Record<string, unknown> = { id: row.id, company_id: row.company_id };
  for (const name of shownFields(resource)) shown[name] = row[name] ?? null;
  if (row['labels'])
    shown['label'] = labelIn(language, row['label'] as string, row['labels'] as Record<string, string>);
  const more = PRESENTERS[resource.name];
  if (more) Object.assign(shown, more(row, language));
  shown['version'] = row.version;
  shown['lock_version'] = row.version;
  shown['created_at'] = row['created_at'];
  shown['updated_at'] = row['updated_at'];
  shown['deleted_at'] = row.deleted_at;
  return shown;
}

const shownNames = new Map<Resource, readonly string[]>();

function shownFields(resource: Resource): readonly string[] {
  let names = shownNames.get(resource);
  if (!names) {
    names = Object.entries(resource.fields)
      .filter(([, { hidden }]) => !hidden)
      .map(([name]) => name);
    shownNames.set(resource, names);
  }
  return names;
}

/** The pack's translation where there is one, else the label as it was typed. */
export function labelIn(language: Language, label: string, labels: Readonly<Record<string, string>> | null): string {
  return labels?.[language] ?? label;
}

/** True for resources that are shown with what is counted about them or with names of others. */
export const showsMore = ({ name }: Resource): boolean => Object.hasOwn(PRESENTERS, name);

interface ControlAccount {
  readonly id: number;
  readonly number: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
}

const PRESENTERS: Readonly<Record<string, (row: RecordRow, language: Language) => Record<string, unknown>>> = {
  journals(row, language) {
    const account = row['control_account'] as ControlAccount | null;
    return {
      last_number: row['last_number'],
      entries_count: row['entries_count'],
      control_account: account && {
        id: account.id,
        number: account.number,
        label: labelIn(language, account.label, account.labels),
      },
      deleted_by: row['deleted_by'] ?? null,
      rules: row['rules'] ?? [],
    };
  },
};
