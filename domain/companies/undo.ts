import { blockForever, toUndone, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { isSameJson, type Json, type JsonRecord } from '../json.ts';
import type { companyEvents, CompanyChanges } from './company-events.ts';
import { decideIdentity } from './identity.ts';
import { settings } from './settings.ts';

const NAME = 'companies';

export const companyUndo: UndoRules<typeof companyEvents> = {
  CompanyFileOpened: { never: 'undo_company_opening', resource: NAME },
  CompanyFileUpdated: {
    role: 'manager',
    revert: ({ changes, previous }, undoing) => undoIdentityChange(changes, previous, undoing),
  },
  CompanySettingsChanged: {
    role: 'manager',
    revert: ({ changes, previous }, { file }) => {
      const { id, settings: values } = file.identity;
      const moved = findMovedOn(changes, (path) => values[path] ?? (settings[path]?.initial as Json) ?? null);
      if (moved.length > 0)
        return blockAsChanged(
          moved.map((path) => `settings.${path}`),
          id,
        );
      const command = { type: 'ChangeCompanySettings', changes: previous, isUndo: true, baseVersion: null } as const;
      return toUndone(decideIdentity(command, file), NAME, id);
    },
  },
  CompanyOwnerChanged: { never: 'undo_company_owner', resource: NAME },
  CompanyFileTrashed: { never: 'undo_company_bin', resource: NAME },
  CompanyFileRestored: { never: 'undo_company_bin', resource: NAME },
};

/** Their content may be deleted once nothing refers to it. */
const IMAGES: readonly (keyof CompanyChanges)[] = ['logo_file', 'icon_file'];

function undoIdentityChange(changes: CompanyChanges, previous: CompanyChanges, { file }: Undoing): Undone {
  const company = file.identity;
  // The code is also stored in the firm, which would have to agree.
  if (changes.code !== undefined) return blockForever('undo_company_code', NAME, company.id);
  if (IMAGES.some((name) => changes[name] !== undefined && previous[name]))
    return blockForever('undo_logo', NAME, company.id);
  const moved = findMovedOn(changes, (name) => company[name as keyof CompanyChanges] ?? null);
  if (moved.length > 0) return blockAsChanged(moved, company.id);
  const command = { type: 'UpdateCompanyFile', changes: previous, baseVersion: null } as const;
  return toUndone(decideIdentity(command, file), NAME, company.id);
}

const findMovedOn = (changes: JsonRecord, current: (name: string) => Json): string[] =>
  Object.keys(changes).filter((name) => !isSameJson(changes[name] ?? null, current(name)));

const blockAsChanged = (fields: readonly string[], id: number): Undone => ({
  blockers: fields.map((field) => ({ code: 'undo_changed_since', resource: NAME, id, params: { field } })),
});
