import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { companyEvents } from './company-events.ts';
import { decideCompany } from './company.ts';
import { decideIdentity } from './identity.ts';
import { evolveCompany, type CompanyState } from './state.ts';
import { companyUndo } from './undo.ts';

/** The company file itself: its opening, identity, settings, and the way to the recycle bin and back. */
export const companies = {
  events: companyEvents,
  decide: {
    OpenCompanyFile: decideCompany,
    UpdateCompanyFile: decideIdentity,
    RefreshCompanySheet: decideIdentity,
    ChangeCompanySettings: decideIdentity,
    TrashCompanyFile: decideIdentity,
    RestoreCompanyFile: decideIdentity,
  },
  evolve: [on(companyEvents, (file, event) => ({ ...file, identity: evolveCompany(file.identity, event) }))],
  slices: { identity: plain<CompanyState | null>(null) },
  undo: companyUndo,
} satisfies Subject<CompanyFile>;
