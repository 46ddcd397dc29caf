import { z } from 'zod';
import type { CountryPack, NumberFormat, PackLegalForm } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { compare } from '../../domain/money.ts';
import { findCountry } from '../../domain/reference/countries.ts';
import { BoxEffect, presentBoxes, presentEffect, VatCodeBoxes } from '../vat-codes/boxes.ts';
import { vatBox } from '../http/reply/output.ts';

/** A country pack as shown by the API: everything a new company file starts with, except the accounts. */

export const CountryPackSummary = z
  .object({ code: z.string(), currency: z.string(), vat_regimes: z.array(z.string()) })
  .meta({ id: 'CountryPackSummary' });

export const LegalForm = z
  .object({
    code: z.string().meta({ description: 'Code of the national register, for `legal_form_code` of a company file.' }),
    country: z.string(),
    label: z.string(),
    abbreviation: z.string().nullable(),
  })
  .meta({ id: 'LegalForm' });

const Format = z
  .object({
    example: z.string().meta({ description: 'As displayed.' }),
    stored: z.string().meta({ description: 'As stored and returned.' }),
  })
  .meta({ id: 'NumberFormat' });

export const CountryPackDetails = z
  .object({
    code: z.string(),
    name: z.string(),
    currency: z.string(),
    number_formats: z.object({ enterprise_number: Format, vat_number: Format }),
    vat_regimes: z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        periodic_return: z.object({ period: z.string(), due_day: z.int() }).nullable(),
      }),
    ),
    vat_rates: z.array(z.string()).meta({ description: 'Rates used by the VAT codes in per cent, highest first.' }),
    vat_codes: z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        direction: z.string(),
        kind: z.string(),
        nature: z.string().nullable(),
        rate: z.string(),
        deductible_rate: z.string(),
        exigibility: z.string(),
        due_account: z.string().nullable(),
        deductible_account: z.string().nullable(),
        intra_listing: z.string().nullable(),
        boxes: VatCodeBoxes,
      }),
    ),
    boxes: z.array(
      z.object({
        box: vatBox,
        frame: z.string(),
        label: z.string(),
        is_filed: z.boolean(),
        formula: z.object({ terms: z.array(BoxEffect), at_least_zero: z.boolean() }).nullable(),
      }),
    ),
    journals: z.array(
      z.object({ code: z.string(), label: z.string(), type: z.string(), control_account: z.string().nullable() }),
    ),
    declarations: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        regimes: z.array(z.string()),
        period: z.string(),
        due: z.object({ day: z.int(), months_after: z.int() }),
      }),
    ),
    legal_forms: z.array(LegalForm),
    charts: z.array(
      z.object({ variant: z.string(), accounts_count: z.int(), postable_accounts_count: z.int() }).meta({
        description: 'The accounts themselves are available once a company file is opened.',
      }),
    ),
    annual_accounts: z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        scheme: z.string(),
        chart: z.string(),
        rubrics_count: z.int(),
      }),
    ),
    fixed_asset_categories: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          account: z.string(),
          depreciation_account: z
            .string()
            .nullable()
            .meta({ description: 'Accumulated depreciation account, created on first use if the chart has none.' }),
          charge_account: z.string(),
          method: z.string().meta({ description: 'Usual depreciation method.' }),
          duration_months: z
            .int()
            .nullable()
            .meta({ description: 'Usual useful life; null if it is not depreciated.' }),
        }),
      )
      .meta({ description: 'Kinds of fixed assets, with their usual accounts, method and life.' }),
    bank_accounts: z.object({ first: z.string(), last: z.string() }),
    auto_entry_accounts: z.object({
      vat: z.object({
        payable_account: z.string(),
        receivable_account: z.string(),
        correction_payable_account: z.string(),
        correction_receivable_account: z.string(),
      }),
      invoices_to_receive: z.object({ supplier_account: z.string(), customer_account: z.string() }),
      reconciliation_difference: z.object({ expense_account: z.string(), income_account: z.string() }),
      transfers: z.object({ transit_account: z.string() }),
      suspense_account: z.string(),
    }),
  })
  .meta({ id: 'CountryPack' });

export function presentPackSummary({ code, currency, vatRegimes }: CountryPack): z.output<typeof CountryPackSummary> {
  return { code, currency, vat_regimes: vatRegimes.map((regime) => regime.code) };
}

export function presentLegalForm(
  { code, labels, abbreviations }: PackLegalForm,
  countryCode: string,
  language: Language,
): z.output<typeof LegalForm> {
  return { code, country: countryCode, label: labels[language], abbreviation: abbreviations?.[language] || null };
}

export function presentPack(pack: CountryPack, language: Language): z.output<typeof CountryPackDetails> {
  return {
    code: pack.code,
    name: findCountry(pack.code)!.names[language],
    currency: pack.currency,
    number_formats: {
      enterprise_number: presentFormat(pack.enterpriseNumber),
      vat_number: presentFormat(pack.vatNumber),
    },
    vat_regimes: pack.vatRegimes.map(({ code, labels, periodicReturn }) => ({
      code,
      label: labels[language],
      periodic_return: periodicReturn && { period: periodicReturn.period, due_day: periodicReturn.dueDay },
    })),
    vat_rates: [...new Set(pack.vatCodes.map(({ rate }) => rate))].sort((a, b) => compare(b, a)),
    vat_codes: pack.vatCodes.map((vatCode) => ({
      code: vatCode.code,
      label: vatCode.labels[language],
      direction: vatCode.direction,
      kind: vatCode.kind,
      nature: vatCode.nature,
      rate: vatCode.rate,
      deductible_rate: vatCode.deductibleRate,
      exigibility: vatCode.exigibility,
      due_account: vatCode.dueAccount,
      deductible_account: vatCode.deductibleAccount,
      intra_listing: vatCode.intraListing,
      boxes: presentBoxes(vatCode.boxes),
    })),
    boxes: pack.boxes.map(({ box, frame, labels, formula, isFiled }) => ({
      box,
      frame,
      label: labels[language],
      is_filed: isFiled,
      formula: formula && { terms: formula.terms.map(presentEffect), at_least_zero: formula.atLeastZero },
    })),
    journals: pack.journals.map(({ code, labels, type, controlAccount }) => ({
      code,
      label: labels[language],
      type,
      control_account: controlAccount,
    })),
    declarations: pack.declarations.map(({ kind, labels, regimes, period, due }) => ({
      kind,
      label: labels[language],
      regimes: [...regimes],
      period,
      due: { day: due.day, months_after: due.monthsAfter },
    })),
    legal_forms: pack.legalForms.map((form) => presentLegalForm(form, pack.code, language)),
    charts: pack.charts.map(({ variant, accounts }) => ({
      variant,
      accounts_count: accounts.length,
      postable_accounts_count: accounts.filter(({ isPostable }) => isPostable).length,
    })),
    annual_accounts: pack.annualAccounts.map(({ code, labels, scheme, chart, rubrics }) => ({
      code,
      label: labels[language],
      scheme,
      chart,
      rubrics_count: rubrics.length,
    })),
    fixed_asset_categories: pack.fixedAssets.categories.map(({ code, labels, account, charge, method, months }) => ({
      code,
      label: labels[language],
      account,
      charge_account: charge,
      method,
      duration_months: months,
      depreciation_account: method === 'none' ? null : pack.fixedAssets.getAccumulatedAccount(account),
    })),
    bank_accounts: { first: pack.bankAccounts.first, last: pack.bankAccounts.last },
    auto_entry_accounts: presentAutoEntryAccounts(pack),
  };
}

/** Uses the field names of the settings of a company file. */
function presentAutoEntryAccounts({ autoEntryAccounts }: CountryPack) {
  const { vat, invoicesToReceive, reconciliationDifference, transfers, suspense } = autoEntryAccounts;
  return {
    vat: {
      payable_account: vat.payable,
      receivable_account: vat.receivable,
      correction_payable_account: vat.correctionPayable,
      correction_receivable_account: vat.correctionReceivable,
    },
    invoices_to_receive: {
      supplier_account: invoicesToReceive.supplier,
      customer_account: invoicesToReceive.customer,
    },
    reconciliation_difference: {
      expense_account: reconciliationDifference.expense,
      income_account: reconciliationDifference.income,
    },
    transfers: { transit_account: transfers.transit },
    suspense_account: suspense,
  };
}

function presentFormat({ example, normalise }: NumberFormat): z.output<typeof Format> {
  const stored = normalise(example);
  if (stored === null) throw new Error(`The example ${example} of a country pack does not match its own number format`);
  return { example, stored };
}
