import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { companyEvents } from './company-events.ts';
import { decideCompany } from './company.ts';
import { decideIdentity } from './identity.ts';
import { decideLaterDefaults } from './later-defaults.ts';
import { evolveCompany, type CompanyState } from './state.ts';
import { companyUndo } from './undo.ts';

/** The company file itself: opening, identity, settings, trashing and restoring. */
export const companies = {
  events: companyEvents,
  decide: {
    OpenCompanyFile: decideCompany,
    UpdateCompanyFile: decideIdentity,
    RefreshCompanySheet: decideIdentity,
    ChangeCompanySettings: decideIdentity,
    TrashCompanyFile: decideIdentity,
    RestoreCompanyFile: decideIdentity,
    ChangeCompanyOwner: decideIdentity,
    CompleteDefaults: decideLaterDefaults,
  },
  evolve: [on(companyEvents, (file, event) => ({ ...file, identity: evolveCompany(file.identity, event) }))],
  slices: { identity: plainSlice<CompanyState | null>(null) },
  undo: companyUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
