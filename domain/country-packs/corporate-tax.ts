import type { PlainDate } from '../dates.ts';
import type { Amount, Percentage } from '../money.ts';

/**
 * Corporate tax of a country, for an estimate: which accounts hold it, which expenses the law does not deduct, and the
 * rates by year. Rates are general knowledge of the profession and to be verified before a return is filed.
 */
export interface PackCorporateTax {
  /** Prefixes of the accounts of taxes on the result, of this year and of earlier ones. */
  readonly taxAccounts: readonly string[];
  readonly disallowed: readonly DisallowedExpense[];
  readonly prepayments: {
    /** Prefixes of the accounts that hold what was paid in advance. */
    readonly accounts: readonly string[];
    /** Whether the tax of the year is booked on the same accounts, so that it has to be added back. */
    readonly holdsTaxDue: boolean;
  };
  readonly taxes: readonly PackTax[];
}

/** Part of the expenses on accounts with this prefix that is added to the result. The longest prefix decides. */
export type DisallowedExpense = {
  readonly accounts: string;
  readonly percent: Percentage;
};

export const TAX_CODES = ['corporate_tax', 'solidarity_surcharge', 'municipal_tax'] as const;
export type TaxCode = (typeof TAX_CODES)[number];

export interface PackTax {
  readonly code: TaxCode;
  /** Prefixes of the accounts of this tax of the current year. */
  readonly booked: readonly string[];
  /** Accounts of the entry that books what is estimated, or takes back what was booked too much. */
  readonly provision: { readonly expense: string; readonly debt: string };
  readonly excess: { readonly claim: string; readonly income: string };
  /** By the first day of the fiscal year, latest first; years before the first one have no known rate. */
  readonly law: readonly TaxLaw[];
}

export interface TaxLaw {
  readonly from: PlainDate;
  readonly source: string;
  readonly base: TaxBase;
  /** Ordinary tiers, and those of small companies that meet the conditions of the law. */
  readonly tiers: readonly TaxTier[];
  readonly reducedTiers?: readonly TaxTier[];
}

/** What the tiers apply to: the taxable result, less an allowance, or the amount of another tax. */
export type TaxBase =
  | {
      readonly of: 'taxable';
      readonly allowance?: Amount;
      /** The rate is multiplied by the percentage of the municipality. */
      readonly isMunicipal?: true;
    }
  | { readonly of: TaxCode };

/** The tax on a base up to `upTo`: a fixed amount and a percentage of what exceeds `above`. */
export interface TaxTier {
  readonly upTo: Amount | null;
  readonly fixed: Amount;
  readonly above: Amount;
  readonly percent: Percentage;
}

/** A percentage of the whole base. */
export const flatRate = (percent: Percentage): readonly TaxTier[] => [
  { upTo: null, fixed: '0.00', above: '0.00', percent },
];
