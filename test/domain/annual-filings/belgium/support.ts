import { findCountryPack, getChartFor } from '../../../../domain/country-packs/index.ts';
import { belgium } from '../../../../domain/annual-filings/belgium/index.ts';
import type {
  AccountMovement,
  AssetLine,
  FiledCompany,
  FiledOpenItem,
  FilingForm,
  FilingInputs,
} from '../../../../domain/annual-filings/form.ts';
import { isNegative, negate, ZERO } from '../../../../domain/money.ts';
import { computeAnnualAmounts } from '../../../../domain/reports/annual-accounts.ts';
import { withDraftAppropriation } from '../../../../domain/reports/statements.ts';

/** Inputs of a filing from a trial balance, without a database. */

export const LEGAL_FORMS = { capital: '014', no_capital: '610', association: '017' } as const;

export const SETTINGS = {
  'annual_accounts.general_meeting_date': '2026-05-28',
  'annual_accounts.valuation_rules': 'Amortissements linéaires.\nStocks au prix d’acquisition.',
  'annual_accounts.directors': [
    {
      ...{ first_name: 'Anne', last_name: 'Dupont & Fils', function: 'administrateur', street: 'Rue Basse' },
      ...{ house_number: '2', postal_code: '4000', city: 'Liège', country: 'BE' },
    },
  ],
  'legal.rpm_district': 'Bruxelles',
};

const COMPANY: FiledCompany = {
  ...{ id: 1, name: 'Atelier Nord', country_pack: 'BE', locale: 'fr', enterprise_number: '0477472701' },
  ...{ vat_regime: 'quarterly', vat_number: 'BE0477472701', address: null, street: 'Rue Haute', house_number: '1' },
  ...{ box: null, postal_code: '1000', city: 'Bruxelles', country: 'BE', settings: SETTINGS },
  ...{ legal_form: 'SRL', legal_form_code: '610', currency: 'EUR', main_nace_code: null, nace_codes: [] },
} as unknown as FiledCompany;

const YEAR = { id: 2, code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31', is_closed: false };
const BEFORE = { id: 1, code: '2024', starts_on: '2024-01-01', ends_on: '2024-12-31', is_closed: true };

export interface Given {
  /** Debit minus credit by account, at the end of the year. */
  readonly balances: Readonly<Record<string, string>>;
  readonly previous?: Readonly<Record<string, string>>;
  readonly company?: Partial<FiledCompany>;
  /** Default: everything moved in one sum. */
  readonly movements?: readonly AccountMovement[];
  readonly assetLines?: readonly AssetLine[];
  readonly openItems?: readonly FiledOpenItem[];
  readonly assets?: FilingInputs['assets'];
  readonly manual?: Readonly<Record<string, { readonly amount?: string; readonly text?: string }>>;
  readonly previousManual?: Given['manual'];
}

export function buildInputs(given: Given): FilingInputs {
  const company = { ...COMPANY, ...given.company };
  const { closing } = getChartFor(findCountryPack('BE')!, company.legal_form_code);
  const toBalances = (record: Readonly<Record<string, string>>) => new Map(Object.entries(record));
  const toBooks = (record: Readonly<Record<string, string>>) => {
    const atEnd = toBalances(record);
    const movements = [...atEnd].map(([number, balance]) => move(number, ZERO, balance));
    return {
      stated: { atEnd, overDays: atEnd },
      balances: withDraftAppropriation(atEnd, closing),
      movements: given.movements ?? movements,
    };
  };
  const current = toBooks(given.balances);
  const previous = given.previous ? toBooks(given.previous) : null;
  const toManual = (values: Given['manual'] = {}) =>
    new Map(
      Object.entries(values).map(([code, { amount = null, text = null }]) => [
        code,
        { code, amount, text, reason: 'Known' },
      ]),
    );
  return {
    ...{ company, year: YEAR, previousYear: previous && BEFORE, isProvisional: true, current, previous },
    computeRubrics: (model) =>
      computeAnnualAmounts(model, {
        ...{ closing, isOpenYear: true, current: current.stated },
        previous: previous && previous.stated,
      }),
    manual: toManual(given.manual),
    previousManual: toManual(given.previousManual),
    assets: given.assets ?? [],
    openItems: given.openItems ?? [],
    assetLines: given.assetLines ?? [],
  };
}

/** An account that moved by the difference between two balances. */
export function move(number: string, opening: string, change: string): AccountMovement {
  const type = /^[67]/.test(number) ? 'expense' : 'asset';
  return isNegative(change)
    ? { number, type, opening, debit: ZERO, credit: negate(change) }
    : { number, type, opening, debit: change, credit: ZERO };
}

export const getForm = (code: string): FilingForm =>
  Object.values(LEGAL_FORMS)
    .flatMap((legal_form_code) => belgium.listForms({ legal_form_code }, YEAR.ends_on))
    .find((form) => form.code === code)!;

/** The amount of every box. */
export const computeAmounts = (code: string, given: Given): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    getForm(code)
      .compute(buildInputs(given))
      .boxes.map((box) => [box.code, box.amount]),
  );
