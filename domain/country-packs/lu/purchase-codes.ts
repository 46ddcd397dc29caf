/** The VAT codes of purchases; what they do in the return is reported in `vat-codes.ts`. */
import { readLabels, readOneOf, readOptional, readTable } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import { toLabels } from '../chart.ts';
import { VAT_NATURES, type Labels, type PackVatCode, type VatKind, type VatNature } from '../pack.ts';
import { readBoxes, readVatKind, readVatNature } from '../vat-cells.ts';
import familyTable from './data/vat-purchase-families.json' with { type: 'json' };
import untaxedTable from './data/vat-purchases-untaxed.json' with { type: 'json' };
import { findTaxedOperation, type TaxedOperation } from './taxed-operations.ts';
import { DEDUCTIBLE_ACCOUNT, DUE_ACCOUNT, withCreditNote, buildVatCodeBase } from './vat-code.ts';

const RATES_IN_FORCE: readonly number[] = [17, 14, 8, 3];

/** Purchases of one nature under one regime: a code for every rate that the regime knows. */
interface PurchaseFamily {
  /** Beginning of the codes, in front of the rate. */
  readonly code: string;
  readonly kind: VatKind;
  readonly nature: VatNature;
  /** What is declared as owed; null where the supplier charges the tax. */
  readonly operation: TaxedOperation | null;
  /** The field of the input tax; null where the law excludes its deduction. */
  readonly inputTax: string | null;
  /** Whether purchases without tax belong to it. */
  readonly hasZeroRate: boolean;
  readonly labels: Labels;
}

/** Imports whose tax customs has taken already: input tax, which is not owed once more. */
const CUSTOMS = 'customs';

const FAMILY_COLUMNS = ['code', 'kind', 'nature', 'operation', 'inputTax', ...LANGUAGES] as const;

const families: readonly PurchaseFamily[] = readTable(familyTable, FAMILY_COLUMNS).map((row) => {
  const isByCustoms = row.operation === CUSTOMS;
  const operation = row.operation === '' || isByCustoms ? null : findTaxedOperation(row.operation);
  return {
    code: row.code,
    kind: readVatKind(row.kind),
    nature: readOneOf(row.nature, VAT_NATURES),
    operation,
    inputTax: readOptional(row.inputTax),
    hasZeroRate: !isByCustoms && (operation === null || operation.untaxed !== null),
    labels: readLabels(row),
  };
});

/** Codes whose input tax is not deducted at all, since it serves exempt operations. */
const forExemptOperations: ReadonlySet<string> = new Set([
  'P-S-17',
  'P-S-14',
  'P-S-8',
  'P-S-3',
  'P-I-17',
  'P-S-ICG-17',
  'P-S-IMP-17',
  'P-S-ICS-17',
  'P-S-ICS-14',
  'P-S-ICS-8',
  'P-S-ICS-3',
  'P-S-EXS-17',
  'P-S-EXS-14',
  'P-S-EXS-8',
  'P-S-EXS-3',
]);

/** Codes with a model for the proportion of article 50: a company puts its own percentage in the place of 50. */
const byProportion: ReadonlySet<string> = new Set([
  'P-S-17',
  'P-I-17',
  'P-S-ICG-17',
  'P-S-IMP-17',
  'P-S-ICS-17',
  'P-S-EXS-17',
]);

const excludedExpenses = toLabels(
  'Frais exclus du droit à déduction (article 54)',
  'Kosten uitgesloten van het recht op aftrek (artikel 54)',
  'Expenses excluded from deduction (article 54)',
  'Vom Vorsteuerabzug ausgeschlossene Kosten (Artikel 54)',
);

const UNTAXED_COLUMNS = ['code', 'kind', 'nature', 'base', ...LANGUAGES] as const;

const untaxedRows = readTable(untaxedTable, UNTAXED_COLUMNS);

type Deduction = 'whole' | 'proportion' | 'exempt_operations' | 'excluded';

const endings: Readonly<Record<Deduction, string>> = {
  whole: '',
  proportion: '-D50',
  exempt_operations: '-D0',
  excluded: '',
};

export const purchaseCodes: readonly PackVatCode[] = [
  ...families.flatMap(buildPurchaseCodes),
  ...RATES_IN_FORCE.map(buildExcludedCode),
  ...RATES_IN_FORCE.map(buildMarginCode),
  ...untaxedRows.map((row) =>
    buildUntaxedCode(row.code, readVatKind(row.kind), readVatNature(row.nature), row.base, readLabels(row)),
  ),
];

function buildPurchaseCodes(one: PurchaseFamily): readonly PackVatCode[] {
  const { operation } = one;
  const rates = operation === null ? RATES_IN_FORCE : RATES_IN_FORCE.filter((rate) => getBoxesAtRate(operation, rate));
  const taxed = rates.flatMap((rate) => {
    const code = `${one.code}-${rate}`;
    return [
      buildPurchaseCode(one, rate, one.inputTax === null ? 'excluded' : 'whole'),
      ...(forExemptOperations.has(code) ? [buildPurchaseCode(one, rate, 'exempt_operations')] : []),
      ...(byProportion.has(code) ? [buildPurchaseCode(one, rate, 'proportion')] : []),
    ];
  });
  if (!one.hasZeroRate) return taxed;
  return [
    ...taxed,
    buildUntaxedCode(`${one.code}-0`, one.kind, one.nature, operation?.untaxed ?? '', formatRate(one.labels, 0)),
  ];
}

function buildPurchaseCode(one: PurchaseFamily, rate: number, deduction: Deduction): PackVatCode {
  const { code, kind, nature, operation, inputTax } = one;
  const isDeducted = deduction === 'whole' || deduction === 'proportion';
  const [base = '', due = ''] = (operation && getBoxesAtRate(operation, rate)) ?? [];
  return {
    ...buildVatCodeBase(
      `${code}-${rate}${endings[deduction]}`,
      kind === 'standard' && !isDeducted ? 'non_deductible' : kind,
      nature,
      rate,
      describeNature(formatRate(one.labels, rate), deduction),
    ),
    deductibleRate: { whole: '100.00', proportion: '50.00', exempt_operations: '0.00', excluded: '0.00' }[deduction],
    dueAccount: operation === null ? null : DUE_ACCOUNT,
    deductibleAccount: isDeducted ? DEDUCTIBLE_ACCOUNT : null,
    boxes: withCreditNote({
      base: readBoxes(base),
      due: readBoxes(due),
      deductible: isDeducted ? readBoxes(inputTax ?? '') : [],
      nonDeductible: inputTax === null ? [] : readBoxes(`${inputTax} ${isDeducted ? '095' : '094'}`),
    }),
  };
}

function buildExcludedCode(rate: number): PackVatCode {
  return {
    ...buildVatCodeBase(`P-S-${rate}-ND`, 'non_deductible', 'services', rate, formatRate(excludedExpenses, rate)),
    deductibleRate: '0.00',
    boxes: withCreditNote({ base: [], due: [], deductible: [], nonDeductible: [] }),
  };
}

/** Tax on goods that are resold by their margin is input tax, and taken off again. */
function buildMarginCode(rate: number): PackVatCode {
  return {
    ...buildVatCodeBase(`P-M-MG-${rate}`, 'margin', 'goods', rate, formatRate(getMarginLabels(), rate)),
    deductibleRate: '0.00',
    boxes: withCreditNote({ base: [], due: [], deductible: [], nonDeductible: readBoxes('458 096') }),
  };
}

/** The goods are named as the code without tax. */
function getMarginLabels(): Labels {
  const row = untaxedRows.find(({ code }) => code === 'P-M-MG');
  if (row === undefined) throw new Error('No VAT code P-M-MG');
  return readLabels(row);
}

function buildUntaxedCode(
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  base: string,
  labels: Labels,
): PackVatCode {
  return {
    ...buildVatCodeBase(code, kind, nature, 0, labels),
    boxes: withCreditNote({ base: readBoxes(base), due: [], deductible: [], nonDeductible: [] }),
  };
}

function getBoxesAtRate({ rates }: TaxedOperation, rate: number): readonly [base: string, due: string] | undefined {
  const found = rates.find(([candidate]) => candidate === rate);
  return found && [found[1], found[2]];
}

function formatRate({ fr, nl, en, de }: Labels, rate: number): Labels {
  return toLabels(`${fr} ${rate} %`, `${nl} ${rate} %`, `${en} ${rate}%`, `${de} ${rate} %`);
}

function describeNature({ fr, nl, en, de }: Labels, deduction: Deduction): Labels {
  if (deduction === 'proportion') {
    return toLabels(
      `${fr} (prorata de 50 %)`,
      `${nl} (prorata van 50 %)`,
      `${en} (50% deductible proportion)`,
      `${de} (Pro-rata-Satz von 50 %)`,
    );
  }
  if (deduction === 'exempt_operations') {
    return toLabels(
      `${fr} (pour opérations exonérées)`,
      `${nl} (voor vrijgestelde handelingen)`,
      `${en} (for exempt operations)`,
      `${de} (für befreite Umsätze)`,
    );
  }
  return toLabels(fr, nl, en, de);
}
