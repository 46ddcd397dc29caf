import type { CompanyDetails } from '../companies/company-events.ts';
import type { Balances } from '../country-packs/annual-accounts.ts';
import type { AnnualAccountsModel } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import type { TableLine } from '../fixed-assets/table.ts';
import type { Labels } from '../language.ts';
import type { Amount, SignedAmount } from '../money.ts';
import type { Checked, Problem } from '../refusal.ts';
import type { StatedBalances } from '../reports/statements.ts';
import type { FilingCompany } from '../vat-filing/filer.ts';
import type { FilingFormat, ManualValue } from './filing-events.ts';

/**
 * Port of the forms of annual accounts. A country declares its forms as data, with pure functions that compute the boxes
 * from the books and write the official file. Everything else is common: choice of the form, manual values, PDF and
 * XLSX, filing and comparison with the books.
 */

/** A message with its parameters, translated by the API. */
export interface FilingMessage {
  readonly key: string;
  readonly params?: Problem['params'];
}

export interface FilingBox {
  /** Unique in the form. */
  readonly code: string;
  readonly labels: Labels;
  /** Code of its section. */
  readonly section: string;
  /** Indentation in print; 1 for the totals. */
  readonly level: number;
  readonly kind: 'amount' | 'text';
  /** Computed from other boxes: it takes no manual value. */
  readonly isTotal: boolean;
  /** The books do not know it: a person enters it. */
  readonly isEntered?: true;
  /** Set for a box in a table with several columns. */
  readonly place?: BoxPlace;
}

/** Consecutive boxes of the same line are printed side by side. */
export interface BoxPlace {
  readonly line: Labels;
  readonly column: string;
  readonly columnLabels: Labels;
  /** False: the form has no code for it, the code is ours. */
  readonly hasCode: boolean;
}

export interface FilingSection {
  readonly code: string;
  readonly labels: Labels;
}

/** Something that the form of the administration has and this file has not. */
export interface LeftOut {
  readonly code: string;
  readonly reason: FilingMessage;
}

/** An account that fills a box: 1 if its debit balance is positive there, -1 if its credit balance is. */
export interface BoxAccount {
  readonly number: string;
  readonly sign: 1 | -1;
}

export interface ComputedBox {
  readonly code: string;
  /** Null if it is not known, and for texts. */
  readonly amount: SignedAmount | null;
  /** Of the previous year; null if there is none. */
  readonly previous: SignedAmount | null;
  readonly text: string | null;
  readonly accounts: readonly BoxAccount[];
}

/** A check that does not hold; those that hold are not listed. */
export interface BrokenCheck {
  readonly code: string;
  readonly severity: 'blocking' | 'warning';
  /** Such as `20/58 = 10/49`. */
  readonly equation: string;
  readonly left: SignedAmount;
  readonly right: SignedAmount;
  /** Absent: the general message with the equation and both amounts. */
  readonly message?: FilingMessage;
}

export interface ComputedFiling {
  /** In the order of the form. */
  readonly boxes: readonly ComputedBox[];
  /** Codes of boxes without a value that their section needs, by section. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly checks: readonly BrokenCheck[];
}

export interface FiledYear {
  readonly id: number;
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly is_closed: boolean;
}

/** Movements of an account during the year. */
export interface AccountMovement {
  readonly number: string;
  readonly type: string;
  /** Debit minus credit, as are all signed amounts here. */
  readonly opening: SignedAmount;
  readonly debit: Amount;
  readonly credit: Amount;
}

/** Books of one year, without the entries of its closing. */
export interface YearBooks {
  /** As the statements of the reports use them. Until the closing, the result of the year is on classes 6 and 7. */
  readonly stated: StatedBalances;
  /** The same with the appropriation of the result, which is a draft while the year is open. */
  readonly balances: Balances;
  readonly movements: readonly AccountMovement[];
}

/** Amounts of the rubrics of a model, as the annual accounts of the reports show them. */
export interface RubricAmounts {
  readonly amounts: ReadonlyMap<string, SignedAmount>;
  readonly previous: ReadonlyMap<string, SignedAmount> | null;
}

/** An asset of the register with the numbers of its accounts. */
export interface FiledAsset extends TableLine {
  readonly account: string;
  readonly depreciation_account: string | null;
}

/** Amounts open at the end of the year, by account and due date. */
export interface FiledOpenItem {
  readonly account: string;
  readonly due_on: PlainDate;
  /** Debit minus credit. */
  readonly amount: SignedAmount;
}

/** One account of class 2 in one entry: an entry with a debit and a credit is a transfer. */
export interface AssetLine {
  readonly entry_id: number;
  readonly account: string;
  readonly debit: Amount;
  readonly credit: Amount;
}

export interface FiledCompany extends FilingCompany {
  readonly legal_form: string | null;
  readonly legal_form_code: string | null;
  readonly currency: string;
  readonly main_nace_code: string | null;
  readonly nace_codes: CompanyDetails['nace_codes'];
}

export interface FilingInputs {
  readonly company: FiledCompany;
  readonly year: FiledYear;
  readonly previousYear: FiledYear | null;
  /** The year or an earlier one is not closed. */
  readonly isProvisional: boolean;
  readonly current: YearBooks;
  readonly previous: YearBooks | null;
  /** One computation for the reports and the filing. */
  readonly computeRubrics: (model: AnnualAccountsModel) => RubricAmounts;
  readonly manual: ReadonlyMap<string, ManualValue>;
  /** Entered for the previous year. */
  readonly previousManual: ReadonlyMap<string, ManualValue>;
  /** The details below are empty unless the form needs them. */
  readonly assets: readonly FiledAsset[];
  readonly openItems: readonly FiledOpenItem[];
  readonly assetLines: readonly AssetLine[];
  /** Sales of the year with a VAT code for exports or intra-Community supplies, by account. */
  readonly salesAbroad?: Balances;
}

export type FilingNeed = 'assets' | 'openItems' | 'assetLines' | 'salesAbroad';

export interface WrittenFiling {
  /** Without extension. */
  readonly name: string;
  readonly content: string;
}

/** What makes a file unique where the administration requires it. */
export interface FilingStamp {
  readonly at: string;
  readonly sequence: number;
}

export interface OfficialFile {
  readonly format: Exclude<FilingFormat, 'pdf' | 'xlsx'>;
  readonly mime: string;
  /** With the settings that are missing or not valid, each under its path. */
  write(inputs: FilingInputs, computed: ComputedFiling, stamp: FilingStamp): Checked<WrittenFiling>;
}

export interface FilingForm {
  readonly country: CompanyDetails['country_pack'];
  readonly code: string;
  readonly labels: Labels;
  /** Only a draft: its official file is not verified. */
  readonly isDraft?: true;
  readonly sections: readonly FilingSection[];
  /** In the order of the form. */
  readonly boxes: readonly FilingBox[];
  readonly leftOut: readonly LeftOut[];
  readonly needs: readonly FilingNeed[];
  /** Null if only PDF and XLSX exist. */
  readonly file: OfficialFile | null;
  compute(inputs: FilingInputs): ComputedFiling;
}

/** Who files, as far as it decides which forms exist. */
export interface Filer {
  readonly legal_form_code: string | null;
}

export interface FilingCountry {
  /** The forms of a company for a year that ends on this day. Never empty. */
  listForms(filer: Filer, endsOn: PlainDate): readonly FilingForm[];
  /** Code of the form that follows from the size and the settings of the company. */
  chooseForm(inputs: Pick<FilingInputs, 'company' | 'year' | 'current' | 'previous' | 'computeRubrics'>): string;
}
