import type { CompanyEvent, CompanyIdentity } from './company-events.ts';

/** The identity of a company file, as used by decisions. */
export type CompanyState = CompanyIdentity & {
  readonly version: number;
  readonly is_active: boolean;
  readonly logo_file: string | null;
  readonly icon_file: string | null;
  readonly company_sheet_at: string | null;
  /** Absent and null mean the same. */
  readonly responsible_id?: number | null;
  readonly isTrashed: boolean;
};

const UNCHANGED_AT_OPENING = { is_active: true, logo_file: null, icon_file: null, company_sheet_at: null };

export function evolveCompany(company: CompanyState | null, event: CompanyEvent): CompanyState | null {
  if (event.type === 'CompanyFileOpened')
    return { ...event.data, ...UNCHANGED_AT_OPENING, version: 1, isTrashed: false };
  if (!company) return null;
  const { version } = event.data;
  switch (event.type) {
    case 'CompanyFileUpdated':
      return { ...company, ...event.data.changes, version };
    case 'CompanySettingsChanged':
      return { ...company, settings: { ...company.settings, ...event.data.changes }, version };
    case 'CompanyOwnerChanged':
      return { ...company, owner_id: event.data.owner_id, version };
    case 'CompanyFileTrashed':
      return { ...company, isTrashed: true, version };
    case 'CompanyFileRestored':
      return { ...company, isTrashed: false, version };
  }
}
