import { annualFilings } from './annual-filings/index.ts';
import { attachments } from './attachments/index.ts';
import { companies } from './companies/index.ts';
import { decideCompany } from './companies/company.ts';
import { bank } from './bank/index.ts';
import { bridge } from './bridge/index.ts';
import { budgets } from './budgets/index.ts';
import { currency } from './currency/index.ts';
import { isOpened, type CompanyFile, type CompanyFileState } from './company-file-state.ts';
import type { Decider } from './decider.ts';
import { documentImports } from './document-imports/index.ts';
import { documents } from './documents/index.ts';
import { fixedAssets } from './fixed-assets/index.ts';
import { fiscalYears } from './fiscal-years/index.ts';
import { integrations } from './integrations/index.ts';
import { ledger } from './ledger/index.ts';
import { lettering } from './lettering/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { mail } from './mail/index.ts';
import { migrations } from './book-migrations/index.ts';
import { isMigrating } from './book-migrations/state.ts';
import { persons } from './persons/index.ts';
import { records } from './records/index.ts';
import { corporateTax } from './corporate-tax/index.ts';
import { revaluations } from './revaluations/index.ts';
import { recurringEntries } from './recurring-entries/index.ts';
import { peppol } from './peppol/index.ts';
import type { RecycleBins } from './history/bin.ts';
import { createHistory } from './history/index.ts';
import { undoNothing, type AnyUndoRules, type UndoFacts, type UndoRule } from './history/undo.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';
import { buildAggregate, type CommandOf, type EventRecordedBy } from './subject.ts';
import { sepa } from './sepa/index.ts';
import { sync } from './sync/index.ts';
import { thirdParties } from './third-parties/index.ts';
import { vatDeclarations } from './vat-declarations/index.ts';
import { vatFiling } from './vat-filing/index.ts';

export type { CompanyFile, CompanyFileState } from './company-file-state.ts';

/** All subjects of the stream of a company file. */
const bookkeeping = [
  companies,
  fiscalYears,
  records,
  budgets,
  thirdParties,
  persons,
  ledger,
  attachments,
  lettering,
  documents,
  documentImports,
  bank,
  bridge,
  sepa,
  recurringEntries,
  fixedAssets,
  revaluations,
  corporateTax,
  integrations,
  currency,
  peppol,
  lifecycle,
  vatDeclarations,
  vatFiling,
  annualFilings,
  mail,
  migrations,
  sync,
];

/** How each event is undone, by type. */
export const undoRules: AnyUndoRules = {
  ...Object.fromEntries(bookkeeping.flatMap(({ undo: rules }) => Object.entries<UndoRule<never>>(rules))),
  OperationReverted: undoNothing('encoder'),
};

type Bookkeeping = (typeof bookkeeping)[number];
type SliceName<One> = One extends { readonly slices: infer Slices } ? keyof Slices : never;
type FactName<One> = One extends { readonly undoFacts: { readonly none: infer None } } ? keyof None : never;

/** Fails to compile, and names the slices and undo facts, if no subject in the list has them. */
void ({} satisfies Readonly<Record<Exclude<keyof CompanyFile, SliceName<Bookkeeping>>, never>>);
void ({} satisfies Readonly<Record<Exclude<keyof UndoFacts, FactName<Bookkeeping>>, never>>);

const facts = bookkeeping.flatMap((one) => ('undoFacts' in one ? [one.undoFacts] : []));

/** No facts of any subject. */
export const NO_UNDO_FACTS = Object.assign({}, ...facts.map(({ none }) => none)) as UndoFacts;

const past = createHistory({
  rules: undoRules,
  facts,
  bins: Object.assign({}, ...bookkeeping.map((one) => ('bins' in one ? one.bins : {}))) as RecycleBins,
  evolve: buildAggregate<CompanyFileState, Bookkeeping, CompanyFile>(bookkeeping).evolve,
});
const history = past.subject;

/** Effect of an undo, without executing it. */
export const previewUndo = past.preview;
export const evolveUndoFacts = past.evolveFacts;

const subjects = [...bookkeeping, history];

export type CompanyFileSubject = (typeof subjects)[number];
export type CompanyFileCommand = CommandOf<CompanyFileSubject>;
export type CompanyFileEvent = EventRecordedBy<CompanyFileSubject>;

const whole = buildAggregate<CompanyFileState, CompanyFileSubject, CompanyFile>(subjects);

export const companyFileEvents = whole.events;

const { pack, unpack } = whole;

const weigh = (file: CompanyFileState): number =>
  Object.values(file.records).reduce((total, { byId }) => total + byId.ownSize, file.fixedAssets.byId.size);

/** Commands allowed during a migration: those of the migration, trashing, restoring and a new owner. */
const WHILE_MIGRATING: ReadonlySet<string> = new Set([
  ...Object.keys(migrations.decide),
  'TrashCompanyFile',
  'RestoreCompanyFile',
  'ChangeCompanyOwner',
]);

/** A trashed file can only be restored, or follow its owner. */
const WHILE_TRASHED: ReadonlySet<string> = new Set(['RestoreCompanyFile', 'ChangeCompanyOwner']);

/** Returns the opened file if this command can be decided on it. */
function requireAccess({ type }: CompanyFileCommand, state: CompanyFileState): CompanyFile | Refusal {
  if (!isOpened(state) || (state.identity.isTrashed && !WHILE_TRASHED.has(type))) return refuse('not_found');
  return isMigrating(state.migration) && !WHILE_MIGRATING.has(type) ? refuse('migration_running') : state;
}

export const companyFile = {
  initialState: whole.initialState,
  evolve: whole.evolve,
  decide(command, state) {
    if (command.type === 'OpenCompanyFile') return decideCompany(command, state);
    const file = requireAccess(command, state);
    return isRefusal(file) ? file : whole.decide(command, file);
  },
  decideInSteps(command, state) {
    const file = requireAccess(command, state);
    return isRefusal(file) ? null : whole.decideInSteps(command, file);
  },
  findOpened: (state) => (isOpened(state) ? state : null),
  snapshot: { version: 10, pack, unpack, weigh, isTakenAtOnce: true },
} satisfies Decider<CompanyFileCommand, CompanyFileState, CompanyFile>;
