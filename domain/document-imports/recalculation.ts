import { absolute, add, compare, multiply, percent, round, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { ExtractedSheet, SheetLine } from './sheet.ts';

/**
 * Recalculates a corrected sheet: line amounts, breakdown by rate and totals. If the stated tax differs only by rounding,
 * the stated amount is used.
 */
export function recalculateSheet(sheet: ExtractedSheet): ExtractedSheet {
  const lines = sheet.lines.map(completeLine);
  const breakdown = lines.length > 0 ? buildBreakdown(lines, sheet) : sheet.totals.vat_breakdown;
  return {
    ...sheet,
    lines,
    totals: { ...sheet.totals, ...computeTotals(sheet, lines, breakdown), vat_breakdown: breakdown },
  };
}

function completeLine(line: SheetLine): SheetLine {
  const { quantity, unit_price, vat_rate } = line;
  const net =
    line.amount_net ??
    (quantity !== null && unit_price !== null
      ? round(multiply(quantity, unit_price))
      : computeNet(line.amount_gross, line.amount_vat));
  const vat = line.amount_vat ?? (net !== null && vat_rate !== null ? percent(net, vat_rate) : null);
  return {
    ...line,
    amount_net: net,
    amount_vat: vat,
    amount_gross: net === null || vat === null ? null : add(net, vat),
  };
}

const computeNet = (gross: SignedAmount | null, vat: SignedAmount | null): SignedAmount | null =>
  gross === null || vat === null ? null : subtract(gross, vat);

type Breakdown = ExtractedSheet['totals']['vat_breakdown'];
type Share = Breakdown[number];

/** Rounding per line instead of per rate makes a difference of one cent per line. */
const ROUNDING = '0.05';

function buildBreakdown(lines: readonly SheetLine[], { totals, discount }: ExtractedSheet): Breakdown {
  const bases = new Map<string, Share>();
  for (const { vat_rate: rate, vat_category: category, amount_net } of lines) {
    const key = buildRateKey(rate, category);
    const known = bases.get(key) ?? { rate, category, base: ZERO, amount: ZERO };
    bases.set(key, { ...known, base: add(known.base!, amount_net ?? ZERO) });
  }
  return [...bases].map(([key, share]) => {
    const amount = share.rate === null ? ZERO : percent(share.base!, share.rate);
    const said = totals.vat_breakdown.find((one) => buildRateKey(one.rate, one.category) === key);
    return {
      ...share,
      amount:
        said && (isSameTax(said, share.base!, amount) || isReducedBase(said, share.base!, discount))
          ? said.amount
          : amount,
    };
  });
}

/** Stated for the price less a discount for early payment. */
function isReducedBase(said: Share, base: SignedAmount, discount: ExtractedSheet['discount']): boolean {
  if (!discount?.amount || said.base === null || said.amount === null || said.rate === null) return false;
  const less = subtract(base, said.base);
  const isPart = compare(less, ZERO) > 0 && compare(less, discount.amount) <= 0;
  return isPart && compare(absolute(subtract(said.amount, percent(said.base, said.rate))), ROUNDING) <= 0;
}

/** `21`, `21.0` and `21.00` are the same rate. */
const buildRateKey = (rate: string | null, category: string | null): string =>
  `${rate === null ? '' : Number(rate)} ${category ?? ''}`;

const isSameTax = (said: Share, base: SignedAmount, amount: SignedAmount): boolean =>
  said.base !== null &&
  said.amount !== null &&
  compare(said.base, base) === 0 &&
  compare(absolute(subtract(said.amount, amount)), ROUNDING) <= 0;

function computeTotals({ totals }: ExtractedSheet, lines: readonly SheetLine[], breakdown: Breakdown) {
  const isBroken = breakdown.some(({ base, amount }) => base === null || amount === null);
  if (lines.length === 0 && (breakdown.length === 0 || isBroken)) {
    const { net, vat } = totals;
    return { net, vat, gross: net === null || vat === null ? totals.gross : add(net, vat) };
  }
  const net = sum(breakdown.map(({ base }) => base ?? ZERO));
  const vat = sum(breakdown.map(({ amount }) => amount ?? ZERO));
  return { net, vat, gross: add(net, vat) };
}
