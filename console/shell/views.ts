import type { View } from '../support/place.ts';
import type { FileComponent } from './file-component.ts';

/** The views of a company file. Each is loaded when it is opened for the first time. */

export const GROUPS = ['work', 'reports', 'audit', 'file'] as const;

export interface DeskView {
  readonly name: View;
  readonly group: (typeof GROUPS)[number];
  readonly load: () => Promise<FileComponent>;
  /** Whether the reader chooses the moment whose books are shown. */
  readonly hasMoment?: boolean;
}

/** A report that is shown as of a moment. */
const report = (name: View, load: DeskView['load']): DeskView => ({ name, group: 'reports', hasMoment: true, load });

export const DESK_VIEWS: readonly DeskView[] = [
  { name: 'entries', group: 'work', load: async () => (await import('../entries/entries.tsx')).EntriesView },
  { name: 'documents', group: 'work', load: async () => (await import('../documents/inbox.tsx')).DocumentsView },
  { name: 'bank', group: 'work', load: async () => (await import('../bank/bank.tsx')).BankView },
  { name: 'invoices', group: 'work', load: async () => (await import('../invoices/invoices.tsx')).InvoicesView },
  { name: 'vat', group: 'work', load: async () => (await import('../vat/vat.tsx')).VatView },
  { name: 'closing_check', group: 'work', load: async () => (await import('../closing/closing.tsx')).ClosingView },
  { name: 'conflicts', group: 'work', load: async () => (await import('../sync/conflicts.tsx')).ConflictsView },
  report('trial_balance', async () => (await import('../ledger/trial-balance.tsx')).TrialBalanceView),
  report('income_statement', async () => (await import('../reports/income-statement.tsx')).IncomeStatementView),
  report('balance_sheet', async () => (await import('../reports/balance-sheet.tsx')).BalanceSheetView),
  report('general_ledger', async () => (await import('../reports/general-ledger.tsx')).GeneralLedgerView),
  report('journals', async () => (await import('../reports/journals.tsx')).JournalsView),
  report('aged_balances', async () => (await import('../reports/aged-balance.tsx')).AgedBalanceView),
  report('open_items', async () => (await import('../lettering/open-items.tsx')).OpenItemsView),
  { name: 'budgets', group: 'reports', load: async () => (await import('../budgets/budgets.tsx')).BudgetsView },
  { name: 'compare', group: 'audit', load: async () => (await import('../moments/compare.tsx')).CompareView },
  { name: 'history', group: 'audit', load: async () => (await import('../history/history.tsx')).HistoryView },
  { name: 'questions', group: 'audit', load: async () => (await import('../audit/questions-view.tsx')).QuestionsView },
  {
    name: 'proof',
    group: 'audit',
    hasMoment: true,
    load: async () => (await import('../history/proof.tsx')).ProofView,
  },
  {
    name: 'settings',
    group: 'file',
    hasMoment: true,
    load: async () => (await import('../companies/settings.tsx')).SettingsView,
  },
];

/** What an address opens instead of the view that it was opened from. */
export const loadEntry = async (): Promise<FileComponent> => (await import('../ledger/entry.tsx')).EntryView;
export const loadParty = async (): Promise<FileComponent> => (await import('../third-parties/party.tsx')).PartyView;
export const loadAccount = async (): Promise<FileComponent> => (await import('../ledger/account.tsx')).AccountView;
export const loadOperation = async (): Promise<FileComponent> =>
  (await import('../history/revisions.tsx')).OperationView;
