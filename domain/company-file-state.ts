import type { CompanyMirror } from './bridge/bridge-events.ts';
import type { BankState } from './bank/state.ts';
import type { CompanyState } from './companies/state.ts';
import type { ImportsState } from './document-imports/state.ts';
import type { DocumentsState } from './documents/state.ts';
import type { FixedAssetsState } from './fixed-assets/state.ts';
import type { FiscalYearsState } from './fiscal-years/state.ts';
import type { IntegrationsState } from './integrations/state.ts';
import type { LedgerState } from './ledger/state.ts';
import type { LetteringState } from './lettering/state.ts';
import type { MailState } from './mail/state.ts';
import type { MigrationState } from './book-migrations/state.ts';
import type { PeppolState } from './peppol/state.ts';
import type { RecordsState } from './records/state.ts';
import type { RecurringState } from './recurring-entries/state.ts';
import type { SepaState } from './sepa/state.ts';
import type { ThirdPartiesState } from './third-parties/state.ts';
import type { VatDeclarationsState } from './vat-declarations/state.ts';
import type { FeesState } from './vat-filing/state.ts';

/** The company file: the slices of all subjects over one stream, so that one append makes any operation atomic. */
export interface CompanyFile {
  readonly identity: CompanyState | null;
  readonly fiscalYears: FiscalYearsState;
  readonly records: RecordsState;
  readonly thirdParties: ThirdPartiesState;
  readonly ledger: LedgerState;
  readonly lettering: LetteringState;
  readonly sepa: SepaState;
  readonly peppol: PeppolState;
  readonly documents: DocumentsState;
  readonly documentImports: ImportsState;
  readonly bank: BankState;
  readonly recurringEntries: RecurringState;
  readonly fixedAssets: FixedAssetsState;
  readonly integrations: IntegrationsState;
  readonly vatDeclarations: VatDeclarationsState;
  readonly feesSlips: FeesState;
  readonly mail: MailState;
  readonly migration: MigrationState;
  /** Last data from the external platform; null: the file is not linked. */
  readonly mirror: CompanyMirror | null;
}
