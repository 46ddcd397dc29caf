/**
 * The French VAT codes. A sale is reported by its regime, its territory and its rate; a purchase also by its nature: goods
 * (G), services (S), fixed assets (I). The rate ends the code.
 *
 * - Tax on goods is due with the invoice. Tax on services is due when they are paid (E, encaissements), unless the supplier
 *   has opted for the invoice (D, débits); the buyer deducts it at that same moment. Until then it waits on 44574 and 44564,
 *   whose balance is therefore the tax on what has not been paid.
 * - Domestic purchases appear on the return by their deductible tax alone.
 * - Credit notes are netted on the lines of the invoices.
 * - 2.1 % is line T6 on the mainland, 11 overseas and T4 in Corsica.
 * - Services from abroad under the general rule go to A3, wherever the supplier is established; B4 is for goods and services
 *   that are taxed in France by their place. Only goods count in 17.
 * - Under the margin scheme (M) the margin before tax is a sale at its rate; what the goods had cost is part of the price and not
 *   taxed (E2).
 * - Works and the like on which the customer owes the tax are "other taxable operations" of the customer (A2).
 */
import { readLabels, readOneOf, readOptional, readTable, readWords, type DataRecord } from '../../data-table.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import { toLabels } from '../chart.ts';
import type { BoxEffects, PackVatCode } from '../pack.ts';
import { readBoxes, readExigibility, readIntraListing, readVatKind, readVatNature } from '../vat-cells.ts';
import chargedTable from './data/vat-purchases-charged.json' with { type: 'json' };
import owedByBuyerTable from './data/vat-purchases-owed-by-buyer.json' with { type: 'json' };
import saleTable from './data/vat-sales.json' with { type: 'json' };
import untaxedTable from './data/vat-untaxed.json' with { type: 'json' };

/** Line of the return by rate. */
type Lines = Readonly<Record<string, string>>;

const mainland: Lines = { '20': '08', '10': '9B', '5.5': '09', '2.1': 'T6' };
const LINES = {
  mainland,
  overseas: { '8.5': '10', '2.1': '11', '1.75': 'T1', '1.05': 'T2' },
  corsica: { '13': 'TC', '10': 'T3', '2.1': 'T4', '0.9': 'T5' },
  imported: { '20': 'I1', '10': 'I2', '8.5': 'I3', '5.5': 'I4', '2.1': 'I5', '1.05': 'I6' },
  reversed: { ...mainland, '8.5': '10' },
} as const satisfies Readonly<Record<string, Lines>>;
const LINE_GROUPS = ['mainland', 'overseas', 'corsica', 'imported', 'reversed'] as const;

/** Account of the tax due by rate, for families that have one for each rate. */
const DUE_ACCOUNTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  collected: { '20': '445711', '10': '445712', '5.5': '445713', '2.1': '445714' },
  unpaid: { '20': '445741', '10': '445742', '5.5': '445743', '2.1': '445744' },
};

/** A sale at each of the rates. The due account is a number, or a group of `DUE_ACCOUNTS`. */
const SALE_COLUMNS = ['code', 'nature', 'exigibility', 'base', 'rates', 'lines', 'dueAccount', ...LANGUAGES] as const;

/** The family of sales that are taxed by their margin. */
const MARGIN = 'S-M';

/** A purchase on which the supplier charges the tax. `deductedShare`: percentage of it that is deducted. */
const CHARGED_COLUMNS = [
  'code',
  'nature',
  'exigibility',
  'rates',
  'deductedShare',
  'deductibleAccount',
  'deductibleLine',
  ...LANGUAGES,
] as const;

/**
 * A purchase on which the buyer owes the tax and deducts it at once. Without a deductible account the tax is a cost:
 * exempt companies owe it, and small businesses on their purchases abroad. `dueLine` repeats a part of the tax.
 */
const OWED_BY_BUYER_COLUMNS = [
  'code',
  'kind',
  'nature',
  'base',
  'rates',
  'lines',
  'dueAccount',
  'dueLine',
  'deductibleAccount',
  'deductibleLines',
  ...LANGUAGES,
] as const;

const UNTAXED_COLUMNS = ['code', 'kind', 'nature', 'base', 'intraListing', ...LANGUAGES] as const;

type SaleFamily = DataRecord<(typeof SALE_COLUMNS)[number]>;
type ChargedFamily = DataRecord<(typeof CHARGED_COLUMNS)[number]>;
type OwedByBuyerFamily = DataRecord<(typeof OWED_BY_BUYER_COLUMNS)[number]>;
type UntaxedRow = DataRecord<(typeof UNTAXED_COLUMNS)[number]>;

const untaxed: readonly UntaxedRow[] = readTable(untaxedTable, UNTAXED_COLUMNS);

export const vatCodes: readonly PackVatCode[] = [
  ...readTable(saleTable, SALE_COLUMNS).flatMap(buildSaleCodes),
  ...untaxed.filter(({ code }) => code.startsWith('S-')).map(buildUntaxedCode),
  ...readTable(chargedTable, CHARGED_COLUMNS).flatMap(buildChargedCodes),
  ...readTable(owedByBuyerTable, OWED_BY_BUYER_COLUMNS).flatMap(buildOwedByBuyerCodes),
  ...untaxed.filter(({ code }) => code.startsWith('P-')).map(buildUntaxedCode),
];

function buildSaleCodes(family: SaleFamily): readonly PackVatCode[] {
  const { code, base, lines, dueAccount } = family;
  return readWords(family.rates).map((rate) => {
    const line = getBoxLine(lines, rate);
    const dueAccounts = DUE_ACCOUNTS[dueAccount];
    return {
      ...buildCommonFields(family, rate),
      direction: 'sale',
      kind: code === MARGIN ? 'margin' : 'standard',
      nature: readVatNature(family.nature),
      deductibleRate: '100.00',
      exigibility: readExigibility(family.exigibility),
      dueAccount: dueAccounts === undefined ? dueAccount : (dueAccounts[rate] ?? null),
      deductibleAccount: null,
      intraListing: null,
      boxes: withBothSides(`${base} ${line}-HT`, line, ''),
    };
  });
}

function buildChargedCodes(family: ChargedFamily): readonly PackVatCode[] {
  return readWords(family.rates).map((rate) => ({
    ...buildCommonFields(family, rate),
    direction: 'purchase',
    kind: family.deductedShare === '0' ? 'non_deductible' : 'standard',
    nature: readVatNature(family.nature),
    deductibleRate: toPercentage(family.deductedShare),
    exigibility: readExigibility(family.exigibility),
    dueAccount: null,
    deductibleAccount: readOptional(family.deductibleAccount),
    intraListing: null,
    boxes: withBothSides('', '', family.deductibleLine),
  }));
}

function buildOwedByBuyerCodes(family: OwedByBuyerFamily): readonly PackVatCode[] {
  const { base, lines, dueLine, deductibleAccount, deductibleLines } = family;
  return readWords(family.rates).map((rate) => {
    const line = getBoxLine(lines, rate);
    return {
      ...buildCommonFields(family, rate),
      direction: 'purchase',
      kind: readVatKind(family.kind),
      nature: readVatNature(family.nature),
      deductibleRate: deductibleAccount === '' ? '0.00' : '100.00',
      exigibility: 'invoice',
      dueAccount: family.dueAccount,
      deductibleAccount: readOptional(deductibleAccount),
      intraListing: null,
      boxes: withBothSides(`${base} ${line}-HT`, `${line} ${dueLine}`.trim(), deductibleLines),
    };
  });
}

function buildUntaxedCode(row: UntaxedRow): PackVatCode {
  return {
    code: row.code,
    labels: readLabels(row),
    direction: row.code.startsWith('S-') ? 'sale' : 'purchase',
    kind: readVatKind(row.kind),
    nature: readVatNature(row.nature),
    rate: '0.00',
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: null,
    deductibleAccount: null,
    intraListing: readIntraListing(row.intraListing),
    boxes: withBothSides(row.base, '', ''),
  };
}

function buildCommonFields(
  family: DataRecord<'code' | Language>,
  rate: string,
): Pick<PackVatCode, 'code' | 'labels' | 'rate'> {
  const { fr, nl, en, de } = readLabels(family);
  const shown = rate.replace('.', ',');
  return {
    code: `${family.code}-${rate}`,
    labels: toLabels(`${fr} ${shown} %`, `${nl} ${shown} %`, `${en} ${rate}%`, `${de} ${shown} %`),
    rate: toPercentage(rate),
  };
}

/** `5.5` → `5.50` */
function toPercentage(rate: string): string {
  const [whole, decimals = ''] = rate.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

function getBoxLine(group: string, rate: string): string {
  const lines: Lines = LINES[readOneOf(group, LINE_GROUPS)];
  const line = lines[rate];
  if (line === undefined) throw new Error(`The return has no line for ${rate} %`);
  return line;
}

/** The lines of an invoice, and the same ones taken off by its credit note. */
function withBothSides(base: string, due: string, deductible: string): PackVatCode['boxes'] {
  const buildEffects = (sign: 1 | -1): BoxEffects => ({
    base: readBoxes(base, sign),
    due: readBoxes(due, sign),
    deductible: readBoxes(deductible, sign),
    nonDeductible: [],
  });
  return { invoice: buildEffects(1), creditNote: buildEffects(-1) };
}
