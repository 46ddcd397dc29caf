/** Country data for a new company file: chart, journals, VAT codes, VAT return and number formats. */
import type { Labels } from '../language.ts';
import type { PackCorporateTax } from './corporate-tax.ts';
import type { PackExchange } from './exchange.ts';
import type { LatePaymentLaw } from './late-payment.ts';
import type { MarginKind, PackInvoiceRequirement, PackMention } from './mentions.ts';

export type { Labels, Language } from '../language.ts';

export type CountryCode = 'BE' | 'FR' | 'LU';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'expense', 'income', 'off_balance'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Role of an account in the service. Several accounts may share a role, such as profit and loss carried forward. */
export const CONTROL_ROLES = [
  'customer',
  'supplier',
  'vat_due',
  'vat_deductible',
  'bank',
  'cash',
  'transit',
  'result',
  'carried_forward',
] as const;
export type ControlRole = (typeof CONTROL_ROLES)[number];

export interface PackAccount {
  readonly number: string;
  readonly labels: Labels;
  readonly type: AccountType;
  /** False for a heading, that is an account with sub-accounts. */
  readonly isPostable: boolean;
  readonly isLetterable: boolean;
  readonly controlRole: ControlRole | null;
}

/** The chart of the country used by a legal form. */
export const CHART_VARIANTS = ['capital', 'no_capital', 'association'] as const;
export type ChartVariant = (typeof CHART_VARIANTS)[number];

export interface PackChart {
  readonly variant: ChartVariant;
  readonly accounts: readonly PackAccount[];
  readonly closing: ClosingAccounts;
}

/** Accounts for the result when a fiscal year is closed. */
export interface ClosingAccounts {
  /** Credited with a profit. */
  readonly profit: string;
  /** Debited with a loss. */
  readonly loss: string;
  /**
   * Accounts through which the result leaves income and expenses, if they exist; they are zeroed with the others: the one
   * debited with a profit, the one credited with a loss, and the number prefixes of all appropriation accounts, whose
   * balances are not part of the result.
   */
  readonly appropriation?: {
    readonly profit: string;
    readonly loss: string;
    readonly all: readonly string[];
    readonly broughtForward: BroughtForwardAccounts;
  };
  /** Account of the result from the first day of the next year until the general meeting, if different. */
  readonly awaiting?: string;
}

/** The result of earlier years is added before the appropriation, so that both are carried forward together. */
export interface BroughtForwardAccounts {
  /** Number prefixes of the accounts that contain it. */
  readonly from: readonly string[];
  /** Credited with a profit of earlier years. */
  readonly profit: string;
  /** Debited with a loss of earlier years. */
  readonly loss: string;
}

/** A legal form of the national register. */
export interface PackLegalForm {
  /** Register code: three digits of the Belgian CBE, four digits of INSEE, … */
  readonly code: string;
  readonly labels: Labels;
  /** Abbreviation after a company name: SRL, BV, SAS; null if there is none. */
  readonly abbreviations: Labels | null;
  readonly chart: ChartVariant;
}

export const JOURNAL_TYPES = [
  'purchase',
  'purchase_credit',
  'sale',
  'sale_credit',
  'miscellaneous',
  'cash',
  'bank',
] as const;
export type JournalType = (typeof JOURNAL_TYPES)[number];

export interface PackJournal {
  readonly code: string;
  readonly labels: Labels;
  readonly type: JournalType;
  /** Default account for every entry in the journal. */
  readonly controlAccount: string | null;
}

/** Numbers of the company's bank accounts: from `first` to `last`. */
export interface BankAccountNumbers {
  readonly first: string;
  readonly last: string;
}

/**
 * Who owes the tax and why. `deductibleRate` is the deducted share; `non_deductible` is for tax charged by the supplier
 * that is entirely a cost. Tax on a purchase that the company itself owes has a
 * `dueAccount`; without one, it is paid to the supplier or to customs. `margin` is the margin scheme for second-hand
 * goods: a sale has one line for the margin before tax, at its rate, and one untaxed line for the cost of the goods; tax
 * on their purchase is never deducted.
 */
export const VAT_KINDS = [
  'standard',
  'margin',
  'reverse_charge',
  'intracom',
  'import',
  'export',
  'exempt',
  'outside_scope',
  'non_deductible',
] as const;
export type VatKind = (typeof VAT_KINDS)[number];

export const VAT_NATURES = ['goods', 'services', 'investment'] as const;
export type VatNature = (typeof VAT_NATURES)[number];

export const EXIGIBILITIES = ['invoice', 'payment'] as const;
export const INTRA_LISTINGS = ['L', 'T', 'S'] as const;

export type BoxEffect = {
  readonly box: string;
  readonly sign: 1 | -1;
};

/** Boxes of the return for each amount of a document line. */
export type BoxEffects = {
  /** Amount without tax. */
  readonly base: readonly BoxEffect[];
  /** Tax owed by the company: on sales, and on purchases with reverse charge. */
  readonly due: readonly BoxEffect[];
  /** Deductible part of the tax on a purchase. */
  readonly deductible: readonly BoxEffect[];
  /** Non-deductible part of the tax on a purchase, which is a cost. */
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
  /** Percentage of the tax on a purchase that is deducted, such as `50.00`; not used on sales, always `100.00`. */
  readonly deductibleRate: string;
  /** When the tax becomes due: on invoice, or on payment (French services). */
  readonly exigibility: (typeof EXIGIBILITIES)[number];
  /** Credited with the tax owed; null if the code has none. */
  readonly dueAccount: string | null;
  /** Debited with the deductible tax; null if the code has none. */
  readonly deductibleAccount: string | null;
  /** Code of the intra-Community sales listing: goods (L), triangular sale (T), services (S). */
  readonly intraListing: (typeof INTRA_LISTINGS)[number] | null;
  /** Code of the mention on invoices; absent or null: by its kind. */
  readonly mention?: string | null;
  readonly marginKind?: MarginKind | null;
  readonly boxes: { readonly invoice: BoxEffects; readonly creditNote: BoxEffects };
}

/** A box of the periodic VAT return. */
export interface PackBox {
  readonly box: string;
  /** Section of the official form. */
  readonly frame: string;
  readonly labels: Labels;
  /** Null if the amount comes from document lines; otherwise the box is computed from other boxes. */
  readonly formula: BoxFormula | null;
  /** False for a subtotal shown on the form but not sent to the administration. */
  readonly isFiled: boolean;
}

export interface BoxFormula {
  readonly terms: readonly BoxEffect[];
  /** A negative result becomes zero: the amount is then in the opposite box. */
  readonly atLeastZero: boolean;
}

export type VatRegimeCode = 'monthly' | 'quarterly' | 'franchise' | 'exempt' | 'unit' | 'yearly';

export interface PackVatRegime {
  readonly code: VatRegimeCode;
  readonly labels: Labels;
  /** Period of the return and the day of the month on which filing and payment are due; null: no return. */
  readonly periodicReturn: { readonly period: 'month' | 'quarter' | 'year'; readonly dueDay: number } | null;
}

/** Accounts for automatic entries: initial settings of a new file. */
export interface AutoEntryAccounts {
  readonly vat: {
    readonly payable: string;
    readonly receivable: string;
    readonly correctionPayable: string;
    readonly correctionReceivable: string;
  };
  readonly invoicesToReceive: { readonly supplier: string; readonly customer: string };
  /**
   * Separate accrual accounts for credit notes and for tax, if the country has them. Without them credit notes use the
   * invoice accounts with the opposite sign, and accruals are made without tax.
   */
  readonly accruals?: {
    readonly creditNotesToReceive: string;
    readonly creditNotesToIssue: string;
    readonly vatToReceive: string;
    readonly vatToIssue: string;
  };
  readonly reconciliationDifference: { readonly expense: string; readonly income: string };
  /** Discounts for prompt payment: granted to customers, received from suppliers. */
  readonly discounts: { readonly granted: string; readonly received: string };
  /** Charges that a bank deducts from a payment. The choice of account is practice, not law. */
  readonly bankCharges: string;
  readonly transfers: { readonly transit: string };
  readonly suspense: string;
}

/** VAT on a price with a discount for early payment. */
export interface EarlyPaymentLaw {
  /** The reduced price from the start, taken or not; or the full price, corrected when the discount is taken. */
  readonly taxedOn: 'reduced_price' | 'full_price';
  /** Article of the law. */
  readonly source: string;
}

/** Advance invoices to customers. */
export interface PackAdvances {
  /** Account of what was invoiced in advance, until a final invoice deducts it. */
  readonly account: string;
  /** When the tax on an advance is due: with its invoice, or only when it is paid. */
  readonly taxDue: (typeof EXIGIBILITIES)[number];
}

/** Format of an official number. */
export interface NumberFormat {
  /** In display form. */
  readonly example: string;
  /** Converts to the stored form; null if invalid. */
  readonly normalise: (text: string) => string | null;
  /** Converts from the stored form to the display form. */
  readonly format: (normalised: string) => string;
}

export type DeclarationKind = 'vat_return' | 'intracom_listing' | 'customer_listing' | 'fees' | 'annual_accounts';

/** A required filing, its frequency and due date: the source of a company's filing calendar. */
export interface PackDeclaration {
  readonly kind: DeclarationKind;
  readonly labels: Labels;
  /** Regimes that file it; empty: every company, regardless of the regime. */
  readonly regimes: readonly VatRegimeCode[];
  /** Calendar period, or the company's fiscal year, as for annual accounts. */
  readonly period: 'month' | 'quarter' | 'year' | 'fiscal_year';
  /**
   * Due on this day, the given number of months after the period: 20 and 1 = the 20th of the next month. Falls back to
   * the last day of a shorter month.
   */
  readonly due: { readonly day: number; readonly monthsAfter: number };
}

/** Source of the amount of a rubric: accounts by number prefix, or other rubrics. */
export type RubricContent =
  | {
      readonly accounts: readonly string[];
      readonly except: readonly string[];
      /** 1 shows a debit balance as positive, -1 a credit balance. */
      readonly sign: 1 | -1;
      /** Prefixes of accounts that count only with a debit balance: a bank account is an asset, or a debt if overdrawn. */
      readonly debitOnly?: readonly string[];
      /** Prefixes of accounts that count only with a credit balance: the same accounts are `debitOnly` in another rubric. */
      readonly creditOnly?: readonly string[];
    }
  | { readonly sum: readonly { readonly rubric: string; readonly sign: 1 | -1 }[] };

export const STATEMENTS = ['assets', 'liabilities', 'income', 'appropriation'] as const;

/** A line of the annual accounts with its official code, which is unique in the model. */
export interface Rubric {
  readonly code: string;
  /** `appropriation`: the use of the result, from the accounts that the income statement leaves out. */
  readonly statement: (typeof STATEMENTS)[number];
  /** 1 for the totals of assets, liabilities and income, one of each; deeper lines are indented. */
  readonly level: number;
  readonly labels: Labels;
  readonly content: RubricContent;
  /** An "of which" line: its accounts are also counted in another rubric. */
  readonly isMemo?: boolean;
  /** For an asset shown before and after write-offs: the "of which" line that contains them. */
  readonly writtenOffIn?: string;
}

/**
 * A form of the annual accounts, such as the full model of the National Bank for companies with capital. Apart from memo
 * lines, every postable account is in exactly one rubric: balance sheet accounts under assets or liabilities (or in two,
 * one for each side of the balance), income statement accounts under income or appropriation. Until appropriation the
 * result of the year belongs to equity: a liabilities rubric contains classes 6 and 7.
 */
export interface AnnualAccountsModel {
  readonly code: string;
  readonly labels: Labels;
  /** Value of the setting `annual_accounts.scheme` that selects it. */
  readonly scheme: 'full' | 'abbreviated' | 'micro';
  readonly chart: ChartVariant;
  readonly rubrics: readonly Rubric[];
}

export const ASSET_METHODS = ['linear', 'declining', 'manual', 'one_off', 'none'] as const;
export type AssetMethod = (typeof ASSET_METHODS)[number];

export const ASSET_KINDS = ['intangible', 'building', 'tangible'] as const;

/** A category of fixed assets: its accounts and usual depreciation. */
export interface PackAssetCategory {
  readonly code: string;
  readonly labels: Labels;
  /** Account for the cost. */
  readonly account: string;
  /** Prefixes of other accounts in this category. */
  readonly beginnings: readonly string[];
  readonly kind: (typeof ASSET_KINDS)[number];
  readonly method: AssetMethod;
  /** Usual useful life; null if not depreciated. */
  readonly months: number | null;
  /** Debited with the depreciation. */
  readonly charge: string;
  /** Debited with an impairment, and credited with its reversal. */
  readonly impairment: { readonly charge: string; readonly reversal: string };
  /** Credited with a revaluation. */
  readonly surplus: string;
  /** Accounts for sold or scrapped assets. */
  readonly disposal: PackDisposalAccounts;
}

/** The account depends on whether there is a gain or a loss. */
interface GainOrLoss {
  readonly gain: string;
  readonly loss: string;
}

export interface PackDisposalAccounts {
  /** Debited with the book value. */
  readonly bookValue: GainOrLoss;
  /** Credited with the proceeds; if it is the same account, its balance is the result. */
  readonly proceeds: GainOrLoss;
}

/** Depreciation rules of a country. */
export interface PackFixedAssets {
  readonly categories: readonly PackAssetCategory[];
  /** A purchase on an account with one of these prefixes requires an asset, except for the prefixes in `notAssets`. */
  readonly purchases: readonly string[];
  readonly notAssets: readonly string[];
  /** Day count: calendar days over the days of the year, or months of 30 days over 360. */
  readonly days: 'calendar' | '360';
  readonly declining: PackDeclining;
  /** Account for the accumulated depreciation of an asset account; created if the chart has none. */
  readonly getAccumulatedAccount: (account: string) => string;
  /** Account for impairments, if separate. */
  readonly getImpairmentAccount?: (account: string) => string;
  /** Separate account for revaluations, if the chart has one. */
  readonly getRevaluationAccount?: (account: string) => string;
  /** Debited with the price of an asset sold without a named customer. */
  readonly receivable: string;
  /** Debited with assets taken over by an owner: the first account in the chart. */
  readonly owner: readonly string[];
  /** Years during which deducted VAT may have to be repaid. */
  readonly vatRevision: { readonly goods: number; readonly buildings: number };
}

/** Declining-balance depreciation allowed by national law. */
export interface PackDeclining {
  /** Multiple of the linear rate, by minimum life in months; not available for a shorter life. */
  readonly times: readonly { readonly fromMonths: number; readonly times: string }[];
  /** Maximum percentage of the remaining value. */
  readonly highestRate?: string;
  /** Maximum percentage of the cost per year. */
  readonly shareOfCost?: number;
  /**
   * `cost`: switches to linear depreciation of the cost when higher; `rest`: to the remaining value over the remaining
   * years.
   */
  readonly linearOf: 'cost' | 'rest';
  /** From the first day of the month of purchase; each fiscal year begun counts as one year of the life. */
  readonly byMonths?: true;
  /** No longer available to companies for assets acquired from this day on. */
  readonly endedForCompanies?: string;
  /** Codes of the legal forms that are not companies. */
  readonly soleTraders?: readonly string[];
}

export interface CountryPack {
  readonly code: CountryCode;
  /** Currency of the VAT returns, and of the books if nothing else is requested. */
  readonly currency: 'EUR';
  /** The books may be kept in any currency. Absent: only in that of the country. */
  readonly mayUseOtherCurrency?: true;
  readonly vatRegimes: readonly PackVatRegime[];
  readonly vatCodes: readonly PackVatCode[];
  readonly boxes: readonly PackBox[];
  /** One for each variant in the country; the first is used for a file without a legal form. */
  readonly charts: readonly PackChart[];
  readonly legalForms: readonly PackLegalForm[];
  /** Codes of the legal forms of natural persons. */
  readonly soleTraderForms: readonly string[];
  readonly declarations: readonly PackDeclaration[];
  readonly annualAccounts: readonly AnnualAccountsModel[];
  readonly journals: readonly PackJournal[];
  /** Journal of the balances carried forward, created when first needed; absent if they use the usual journal. */
  readonly openingJournal?: Pick<PackJournal, 'code' | 'labels'>;
  /** Details of a posted entry that can no longer be changed, because posting validates it; absent: all can. */
  readonly finalDetails?: readonly ('label' | 'reference')[];
  readonly bankAccounts: BankAccountNumbers;
  readonly autoEntryAccounts: AutoEntryAccounts;
  /**
   * Target account for tax due on payment, by the number of the account on which it waits until then; absent if the
   * country has no such tax.
   */
  readonly taxOnPayment?: Readonly<Record<string, string>>;
  readonly advances: PackAdvances;
  readonly exchange: PackExchange;
  readonly corporateTax: PackCorporateTax;
  readonly fixedAssets: PackFixedAssets;
  /** Number prefixes of suspense accounts: their balances must be cleared before the year is closed. */
  readonly suspenseAccounts: readonly string[];
  readonly latePayment: LatePaymentLaw;
  readonly earlyPayment: EarlyPaymentLaw;
  readonly mentions: readonly PackMention[];
  readonly invoiceRequirements: readonly PackInvoiceRequirement[];
  readonly enterpriseNumber: NumberFormat;
  readonly vatNumber: NumberFormat;
}
