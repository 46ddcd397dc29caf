import type { NewFiscalYear } from '../fiscal-years/fiscal-year.ts';
import type { ToldByPlatform } from '../bridge/bridge-events.ts';
import type { CompanyDetails } from './company-events.ts';

/** Data needed to open a company file. */

export type BankJournal = {
  readonly code: string;
  readonly label: string;
  readonly iban: string | null;
};

/** Request of a client; the code may still be missing. */
export type CompanyRequest = {
  readonly details: Omit<CompanyDetails, 'code'> & { readonly code: string | null };
  readonly fiscalYear: NewFiscalYear;
  readonly banks: readonly BankJournal[];
  /** Currency of the books. Absent: that of the country. */
  readonly currency?: string;
  /** For a file mirrored from the external platform. */
  readonly external?: ToldByPlatform;
};

export interface OpenCompanyFile {
  readonly type: 'OpenCompanyFile';
  readonly companyId: number;
  readonly publicToken: string;
  readonly firmId: number | null;
  /** Owner of a file that belongs to no firm. */
  readonly ownerId: number | null;
  readonly details: CompanyDetails;
  readonly fiscalYear: NewFiscalYear;
  readonly banks: readonly BankJournal[];
  readonly currency?: string;
  readonly external?: ToldByPlatform;
  readonly ids: OpeningIds;
}

export interface OpeningIds {
  readonly fiscalYear: number;
  readonly periods: readonly number[];
  readonly accounts: readonly number[];
  readonly vatCodes: readonly number[];
  readonly journals: readonly number[];
  /** Absent: the file is opened without number series. */
  readonly numberSeries?: readonly number[];
}
