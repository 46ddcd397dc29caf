/**
 * The Belgian VAT codes. A sale is reported by its regime and rate; a purchase also by its nature, which decides the box
 * of its base: 81 goods for resale and raw materials (M), 82 services and other goods (S), 83 investment goods (I).
 *
 * - Credit notes on sales never reduce the boxes of the invoices: they go to 48 or 49, their tax to 64.
 * - Credit notes on purchases do reduce 81 to 83, and are shown in 84 or 85 as well.
 * - 86, 87 and 88 are net of credit notes, as the controls of the administration on 55, 56 and 57 suppose.
 * - A credit note on intra-Community purchases reduces nothing of another period: it is in 84, 62 and 63 only.
 * - The tax of a reverse-charge credit note is not netted away: what was owed returns in 62, what was deducted in 63.
 * - The tax on services from outside the Union goes to 56, since 57 is for goods that customs releases.
 * - Tax that is not deducted is part of the cost: it joins the base in 81 to 83, only the rest goes to 59.
 * - Exempt sales and those of a small business count as operations under a special scheme.
 * - Under the margin scheme (MG) the margin before tax is a sale at its rate, and box 00 has what the goods had cost.
 * - The intermediary of a triangular sale acquires in the country of arrival, so that 86, which is for acquisitions made in
 *   Belgium, has nothing of it; a customer in Belgium who owes the tax of such a sale has it in 86 and 55, as any acquisition.
 */
import { readLabels, readTable, type DataRecord } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import type { BoxEffect, PackVatCode, VatKind } from '../pack.ts';
import { readVatKind, readVatNature } from '../vat-cells.ts';
import purchaseTable from './data/vat-purchases.json' with { type: 'json' };
import partlyDeductedTable from './data/vat-purchases-partly-deducted.json' with { type: 'json' };
import saleTable from './data/vat-sales.json' with { type: 'json' };

/** Boxes as they are read on the form: `'-81 +85'` takes the amount off box 81 and adds it to box 85. */
type Boxes = string;

const SALE_COLUMNS = [
  'code',
  'kind',
  'nature',
  'rate',
  'base',
  'due',
  'creditNoteBase',
  'creditNoteDue',
  ...LANGUAGES,
] as const;

const PURCHASE_COLUMNS = [
  'code',
  'kind',
  'nature',
  'rate',
  'base',
  'due',
  'deductible',
  'creditNoteBase',
  'creditNoteDue',
  'creditNoteDeductible',
  ...LANGUAGES,
] as const;

/** A code of the purchases with `-D` and the percentage of its tax that is deducted. */
const PARTLY_DEDUCTED_COLUMNS = ['code', ...LANGUAGES] as const;

type SaleRow = DataRecord<(typeof SALE_COLUMNS)[number]>;
type PurchaseRow = DataRecord<(typeof PURCHASE_COLUMNS)[number]>;
type PartlyDeductedRow = DataRecord<(typeof PARTLY_DEDUCTED_COLUMNS)[number]>;

const purchases: readonly PurchaseRow[] = readTable(purchaseTable, PURCHASE_COLUMNS);

/** The account that the tax owed is booked on, by the box that it is declared in. */
const dueAccounts: Readonly<Record<string, string>> = {
  '54': '451000',
  '55': '451055',
  '56': '451056',
  '57': '451057',
};

const DEDUCTIBLE_ACCOUNT = '411000';

const intraListing: Readonly<Record<string, PackVatCode['intraListing']>> = {
  'S-IC-G': 'L',
  'S-IC-T': 'T',
  'S-IC-S': 'S',
};

export const vatCodes: readonly PackVatCode[] = [
  ...readTable(saleTable, SALE_COLUMNS).map(buildSaleCode),
  ...purchases.map((row) => buildPurchaseCode(row, '100')),
  ...readTable(partlyDeductedTable, PARTLY_DEDUCTED_COLUMNS).map(buildPartlyDeductedPurchase),
];

function buildSaleCode(row: SaleRow): PackVatCode {
  const dueEffects = buildEffects(row.due);
  return {
    code: row.code,
    labels: readLabels(row),
    direction: 'sale',
    kind: readVatKind(row.kind),
    nature: readVatNature(row.nature),
    rate: row.rate,
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: getDueAccount(dueEffects),
    deductibleAccount: null,
    intraListing: intraListing[row.code] ?? null,
    boxes: {
      invoice: { base: buildEffects(row.base), due: dueEffects, deductible: [], nonDeductible: [] },
      creditNote: {
        base: buildEffects(row.creditNoteBase),
        due: buildEffects(row.creditNoteDue),
        deductible: [],
        nonDeductible: [],
      },
    },
  };
}

function buildPartlyDeductedPurchase({ code, ...labels }: PartlyDeductedRow): PackVatCode {
  const [whole, percentage] = code.split('-D') as [string, string];
  const row = purchases.find((candidate) => candidate.code === whole);
  if (row === undefined) throw new Error(`No VAT code ${whole} for ${code}`);
  const isDeducted = percentage !== '0';
  return buildPurchaseCode(
    {
      ...row,
      ...labels,
      code,
      kind: row.kind === 'standard' && !isDeducted ? 'non_deductible' : row.kind,
      deductible: isDeducted ? row.deductible : '',
      creditNoteDeductible: isDeducted ? row.creditNoteDeductible : '',
    },
    percentage,
  );
}

function buildPurchaseCode(row: PurchaseRow, deductiblePercentage: string): PackVatCode {
  const kind = readVatKind(row.kind);
  const dueEffects = buildEffects(row.due);
  const deductibleEffects = buildEffects(row.deductible);
  return {
    code: row.code,
    labels: readLabels(row),
    direction: 'purchase',
    kind,
    nature: readVatNature(row.nature),
    rate: row.rate,
    deductibleRate: `${deductiblePercentage}.00`,
    exigibility: 'invoice',
    dueAccount: getDueAccount(dueEffects),
    deductibleAccount: deductibleEffects.length > 0 ? DEDUCTIBLE_ACCOUNT : null,
    intraListing: null,
    boxes: {
      invoice: {
        base: buildEffects(row.base),
        due: dueEffects,
        deductible: deductibleEffects,
        nonDeductible: getCostAccount(row.base, row.rate, kind),
      },
      creditNote: {
        base: buildEffects(row.creditNoteBase),
        due: buildEffects(row.creditNoteDue),
        deductible: buildEffects(row.creditNoteDeductible),
        nonDeductible: getCostAccount(row.creditNoteBase, row.rate, kind),
      },
    },
  };
}

function buildEffects(boxes: Boxes): readonly BoxEffect[] {
  if (boxes === '') return [];
  return boxes.split(' ').map((effect) => ({ box: effect.slice(1), sign: effect.startsWith('-') ? -1 : 1 }));
}

function getDueAccount(due: readonly BoxEffect[]): string | null {
  return due[0] === undefined ? null : (dueAccounts[due[0].box] ?? null);
}

/**
 * Tax that is not deducted is a cost, so it joins the base in 81 to 83, and in 85 when it stood on the credit note of the
 * supplier: the tax of a reverse charge, or paid to customs, never does.
 */
function getCostAccount(base: Boxes, rate: string, kind: VatKind): readonly BoxEffect[] {
  if (rate === '0.00') return [];
  const isOnTheNote = kind === 'standard' || kind === 'non_deductible';
  const boxes = isOnTheNote ? ['81', '82', '83', '85'] : ['81', '82', '83'];
  return buildEffects(base).filter(({ box }) => boxes.includes(box));
}
