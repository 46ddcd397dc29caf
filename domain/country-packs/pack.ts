/** What a country gives to a new company file: its chart, journals, VAT codes, VAT return and number formats, as data. */
import type { Labels } from '../language.ts';
import type { LatePaymentLaw } from './late-payment.ts';

export type { Labels, Language } from '../language.ts';

export type CountryCode = 'BE' | 'FR' | 'LU';

export type AccountType = 'asset' | 'liability' | 'equity' | 'expense' | 'income' | 'off_balance';

/** What an account stands for in the service. Several accounts may share a role: profit and loss carried forward do. */
export type ControlRole =
  | 'customer'
  | 'supplier'
  | 'vat_due'
  | 'vat_deductible'
  | 'bank'
  | 'cash'
  | 'transit'
  | 'result'
  | 'carried_forward';

export interface PackAccount {
  readonly number: string;
  readonly labels: Labels;
  readonly type: AccountType;
  /** False for a heading, which is an account that others are numbered under. */
  readonly isPostable: boolean;
  readonly isLetterable: boolean;
  readonly controlRole: ControlRole | null;
}

/** Which of the charts of its country a legal form keeps. */
export type ChartVariant = 'capital' | 'no_capital' | 'association';

export interface PackChart {
  readonly variant: ChartVariant;
  readonly accounts: readonly PackAccount[];
  readonly closing: ClosingAccounts;
}

/** Numbers of the accounts that take the result when a fiscal year is closed. */
export interface ClosingAccounts {
  /** Credited with a profit. */
  readonly profit: string;
  /** Debited with a loss. */
  readonly loss: string;
  /**
   * Where the result leaves income and expenses through accounts of their own, which are set to zero with the others: the
   * one debited with a profit, the one credited with a loss, and how the numbers of all accounts of the appropriation begin,
   * since what stands on these is no part of the result.
   */
  readonly appropriation?: {
    readonly profit: string;
    readonly loss: string;
    readonly all: readonly string[];
    readonly broughtForward: BroughtForwardAccounts;
  };
  /** Where the result waits for the general meeting from the first day of the next year on, if not where it was taken to. */
  readonly awaiting?: string;
}

/** What earlier years left is taken in before the result is appropriated, so that both are carried forward together. */
export interface BroughtForwardAccounts {
  /** Beginnings of the numbers of the accounts that hold it. */
  readonly from: readonly string[];
  /** Credited with a profit of earlier years. */
  readonly profit: string;
  /** Debited with a loss of earlier years. */
  readonly loss: string;
}

/** A legal form of the national register. */
export interface PackLegalForm {
  /** Code of the register: the three digits of the Belgian CBE, the four of INSEE, … */
  readonly code: string;
  readonly labels: Labels;
  /** As it stands behind a name: SRL, BV, SAS; null where there is none. */
  readonly abbreviations: Labels | null;
  readonly chart: ChartVariant;
}

export type JournalType = 'purchase' | 'purchase_credit' | 'sale' | 'sale_credit' | 'miscellaneous' | 'cash' | 'bank';

export interface PackJournal {
  readonly code: string;
  readonly labels: Labels;
  readonly type: JournalType;
  /** Number of the account that every entry of the journal touches by default. */
  readonly controlAccount: string | null;
}

/** How the accounts of a company's own banks are numbered: `first`, then the numbers that follow it, up to `last`. */
export interface BankAccountNumbers {
  readonly first: string;
  readonly last: string;
}

/**
 * Who owes the tax and why. The share of it that is deducted is reported by `deductibleRate`; `non_deductible` is for tax
 * that the supplier charges and that is a cost as a whole. Tax that a purchase makes the company itself owe has a
 * `dueAccount`: without one, it is paid to the supplier, or to customs. `margin` is the margin scheme of second-hand goods: a sale has
 * a line of the margin before tax, at its rate, and a line of what the goods had cost, without one; tax on their purchase is never
 * deducted.
 */
export type VatKind =
  | 'standard'
  | 'margin'
  | 'reverse_charge'
  | 'intracom'
  | 'import'
  | 'export'
  | 'exempt'
  | 'outside_scope'
  | 'non_deductible';

export type VatNature = 'goods' | 'services' | 'investment';

export type BoxEffect = {
  readonly box: string;
  readonly sign: 1 | -1;
};

/** The boxes of the return that each amount of one document line goes to. */
export type BoxEffects = {
  /** The amount without tax. */
  readonly base: readonly BoxEffect[];
  /** The tax that the company owes: on its sales, and on purchases where the tax is reversed onto it. */
  readonly due: readonly BoxEffect[];
  /** The part of the tax on a purchase that the company deducts. */
  readonly deductible: readonly BoxEffect[];
  /** The part of the tax on a purchase that stays a cost. */
  readonly nonDeductible: readonly BoxEffect[];
};

export interface PackVatCode {
  readonly code: string;
  readonly labels: Labels;
  readonly direction: 'purchase' | 'sale';
  readonly kind: VatKind;
  readonly nature: VatNature | null;
  /** Percentage with two decimals, such as `21.00`. */
  readonly rate: string;
  /** Percentage of the tax on a purchase that is deducted, such as `50.00`; without meaning, and `100.00`, on sales. */
  readonly deductibleRate: string;
  /** When the tax becomes due: with the invoice, or when it is paid (French services). */
  readonly exigibility: 'invoice' | 'payment';
  /** Credited with the tax that the company owes; null when the code gives rise to none. */
  readonly dueAccount: string | null;
  /** Debited with the tax that the company deducts; null when the code gives rise to none. */
  readonly deductibleAccount: string | null;
  /** Code of the intra-Community sales listing: goods (L), triangular sale (T), services (S). */
  readonly intraListing: 'L' | 'T' | 'S' | null;
  readonly boxes: { readonly invoice: BoxEffects; readonly creditNote: BoxEffects };
}

/** One box of the periodic VAT return. */
export interface PackBox {
  readonly box: string;
  /** Section of the official form. */
  readonly frame: string;
  readonly labels: Labels;
  /** Null where the amount comes from the document lines; else the box is computed from other boxes. */
  readonly formula: BoxFormula | null;
  /** False for a subtotal that the form shows and the administration does not receive. */
  readonly isFiled: boolean;
}

export interface BoxFormula {
  readonly terms: readonly BoxEffect[];
  /** A negative outcome becomes zero: the amount then stands in the opposite box. */
  readonly atLeastZero: boolean;
}

export type VatRegimeCode = 'monthly' | 'quarterly' | 'franchise' | 'exempt' | 'unit' | 'yearly';

export interface PackVatRegime {
  readonly code: VatRegimeCode;
  readonly labels: Labels;
  /** Period of the return and the day of the month on which filing and payment are due; null: no return. */
  readonly periodicReturn: { readonly period: 'month' | 'quarter' | 'year'; readonly dueDay: number } | null;
}

/** Accounts of the entries that the service writes by itself: the values that the settings of a new file start with. */
export interface AutoEntryAccounts {
  readonly vat: {
    readonly payable: string;
    readonly receivable: string;
    readonly correctionPayable: string;
    readonly correctionReceivable: string;
  };
  readonly invoicesToReceive: { readonly supplier: string; readonly customer: string };
  /**
   * Accounts that a country keeps apart for accruals: credit notes rather than invoices, and their tax. Without them
   * credit notes stand on the other side of the accounts of invoices, and accruals are made without tax.
   */
  readonly accruals?: {
    readonly creditNotesToReceive: string;
    readonly creditNotesToIssue: string;
    readonly vatToReceive: string;
    readonly vatToIssue: string;
  };
  readonly reconciliationDifference: { readonly expense: string; readonly income: string };
  readonly transfers: { readonly transit: string };
  readonly suspense: string;
}

/** A kind of official number: how it is read, kept and shown. */
export interface NumberFormat {
  /** As it is shown to people. */
  readonly example: string;
  /** The form that is kept, or null for what is not such a number. */
  readonly normalise: (text: string) => string | null;
  /** From the form that is kept to the form that is shown. */
  readonly format: (normalised: string) => string;
}

export type DeclarationKind = 'vat_return' | 'intracom_listing' | 'customer_listing' | 'fees' | 'annual_accounts';

/** Something that must be filed, how often, and by when: the calendar of a company file is made from these. */
export interface PackDeclaration {
  readonly kind: DeclarationKind;
  readonly labels: Labels;
  /** Regimes that file it; empty: every company, whatever its regime. */
  readonly regimes: readonly VatRegimeCode[];
  /** A calendar year, or the fiscal year of the company: annual accounts follow the latter. */
  readonly period: 'month' | 'quarter' | 'year' | 'fiscal_year';
  /**
   * Due on this day of the month that lies so many months behind the period: 20 and 1 = the 20th of the next month.
   * A day that a shorter month lacks stands for its last one.
   */
  readonly due: { readonly day: number; readonly monthsAfter: number };
}

/** Where a rubric gets its amount: from accounts, by the beginnings of their numbers, or from other rubrics. */
export type RubricContent =
  | {
      readonly accounts: readonly string[];
      readonly except: readonly string[];
      /** 1 shows a debit balance as a positive amount, -1 a credit balance. */
      readonly sign: 1 | -1;
      /** Beginnings of the accounts that count only with a debit balance: a bank is an asset, overdrawn it is a debt. */
      readonly debitOnly?: readonly string[];
      /** … and only with a credit balance, which is not to be lost: the same accounts are `debitOnly` elsewhere. */
      readonly creditOnly?: readonly string[];
    }
  | { readonly sum: readonly { readonly rubric: string; readonly sign: 1 | -1 }[] };

/** One line of the annual accounts under its official code, which no other rubric of the model has. */
export interface Rubric {
  readonly code: string;
  /** `appropriation`: what becomes of the result, by the accounts that the income statement leaves out for it. */
  readonly statement: 'assets' | 'liabilities' | 'income' | 'appropriation';
  /** 1 for the total of assets, of liabilities and of income, of which there is one each; deeper lines are indented. */
  readonly level: number;
  readonly labels: Labels;
  readonly content: RubricContent;
  /** A line "of which": its accounts are counted in another rubric too. */
  readonly isMemo?: boolean;
  /** Of an asset that the form asks for before and after write-offs: the line "of which" that holds them. */
  readonly writtenOffIn?: string;
}

/**
 * A form of the annual accounts, such as the full model of the National Bank for companies with capital. Apart from
 * memo lines, every postable account stands in its rubrics exactly once: one of the balance sheet under assets or
 * liabilities (or twice, once for each side of its balance), one of the income statement under income or appropriation.
 * Until it is appropriated, the result of the year belongs to equity: a rubric of liabilities holds classes 6 and 7.
 */
export interface AnnualAccountsModel {
  readonly code: string;
  readonly labels: Labels;
  /** The value of the setting `annual_accounts.scheme` that asks for it. */
  readonly scheme: 'full' | 'abbreviated' | 'micro';
  readonly chart: ChartVariant;
  readonly rubrics: readonly Rubric[];
}

export type AssetMethod = 'linear' | 'declining' | 'manual' | 'one_off' | 'none';

/** A kind of fixed assets: the accounts that it uses, and how it is usually depreciated. */
export interface PackAssetCategory {
  readonly code: string;
  readonly labels: Labels;
  /** What it costs stands there. */
  readonly account: string;
  /** Beginnings of the other accounts whose assets are of this category. */
  readonly beginnings: readonly string[];
  readonly kind: 'intangible' | 'building' | 'tangible';
  readonly method: AssetMethod;
  /** The usual life; null for what is not depreciated. */
  readonly months: number | null;
  /** Debited with the depreciation. */
  readonly charge: string;
  /** Debited with an impairment, and credited when it is taken back. */
  readonly impairment: { readonly charge: string; readonly reversal: string };
  /** Credited with a revaluation. */
  readonly surplus: string;
  /** What is sold or scrapped leaves through these. */
  readonly disposal: PackDisposalAccounts;
}

/** Which of them is taken follows from whether there is a gain or a loss. */
interface GainOrLoss {
  readonly gain: string;
  readonly loss: string;
}

export interface PackDisposalAccounts {
  /** Debited with the book value. */
  readonly bookValue: GainOrLoss;
  /** Credited with the proceeds; where it is the same account, what is left on it is the result alone. */
  readonly proceeds: GainOrLoss;
}

/** How a country depreciates its fixed assets. */
export interface PackFixedAssets {
  readonly categories: readonly PackAssetCategory[];
  /** A purchase on an account that begins so wants an asset, unless the number begins as one of `notAssets` does. */
  readonly purchases: readonly string[];
  readonly notAssets: readonly string[];
  /** Days are counted by the calendar, over the days of the year, or in months of thirty over 360. */
  readonly days: 'calendar' | '360';
  readonly declining: PackDeclining;
  /** The number of the account that holds the depreciation of an asset account; made where the chart has none. */
  readonly accumulated: (account: string) => string;
  /** The same of impairments, where they stand apart. */
  readonly impaired?: (account: string) => string;
  /** Where revaluations stand apart from what was paid, as long as the chart has it. */
  readonly revalued?: (account: string) => string;
  /** Debited with the price of what is sold to nobody known by name. */
  readonly receivable: string;
  /** Debited with what an owner takes over: the first that the chart has. */
  readonly owner: readonly string[];
  /** Years in which VAT that was deducted may have to be paid back. */
  readonly vatRevision: { readonly goods: number; readonly buildings: number };
}

/** Which declining depreciation the law of a country allows. */
export interface PackDeclining {
  /** How many times the linear rate, by the shortest life in months that it goes for; a shorter life has none. */
  readonly times: readonly { readonly fromMonths: number; readonly times: string }[];
  /** Never more than so many per cent of what is left. */
  readonly highestRate?: string;
  /** Never more than so many per cent of the cost in a year. */
  readonly shareOfCost?: number;
  /** `cost`: the linear part of the cost takes over when it is larger; `rest`: that of what is left over the years left. */
  readonly linearOf: 'cost' | 'rest';
  /** From the first day of the month of purchase, each fiscal year begun counting as one of the life. */
  readonly byMonths?: true;
  /** Companies have none any more for what they acquire from this day on. */
  readonly endedForCompanies?: string;
  /** Codes of the legal forms that are no companies. */
  readonly soleTraders?: readonly string[];
}

export interface CountryPack {
  readonly code: CountryCode;
  readonly currency: 'EUR';
  readonly vatRegimes: readonly PackVatRegime[];
  readonly vatCodes: readonly PackVatCode[];
  readonly boxes: readonly PackBox[];
  /** One for each variant that a legal form of the country keeps; the first is the one of a file without a legal form. */
  readonly charts: readonly PackChart[];
  readonly legalForms: readonly PackLegalForm[];
  readonly declarations: readonly PackDeclaration[];
  readonly annualAccounts: readonly AnnualAccountsModel[];
  readonly journals: readonly PackJournal[];
  readonly bankAccounts: BankAccountNumbers;
  readonly autoEntryAccounts: AutoEntryAccounts;
  /**
   * Where tax that is due with the payment moves to when it is paid, by the number of the account on which it waits until then;
   * absent where no tax waits.
   */
  readonly taxOnPayment?: Readonly<Record<string, string>>;
  readonly fixedAssets: PackFixedAssets;
  /** Beginnings of the numbers of suspense accounts: what stands there is to be explained before the year is closed. */
  readonly suspenseAccounts: readonly string[];
  readonly latePayment: LatePaymentLaw;
  readonly enterpriseNumber: NumberFormat;
  readonly vatNumber: NumberFormat;
}
