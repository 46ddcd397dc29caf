import type { SheetLine } from '../../document-imports/sheet.ts';
import type { Language } from '../../language.ts';
import { add, divide, isZero, multiply, negate, percent, round, share, ZERO, type SignedAmount } from '../../money.ts';
import type { WrittenAllowance, WrittenInvoice, WrittenLine, WrittenTax } from './invoice.ts';
import { ALLOWANCE, CHARGE, GOODS_OR_SERVICES } from './language.ts';
import { parseDecimal } from './values.ts';

/** More lines cannot be reviewed: beyond this, the document is summarised by rate. */
export const MOST_LINES = 2000;

export interface SheetLines {
  readonly lines: readonly SheetLine[];
  /** One line per tax rate, because the document has no lines or too many. */
  readonly isSummary: boolean;
}

type Priced = Omit<SheetLine, 'amount_vat' | 'amount_gross'>;

/**
 * Document lines, then allowances and charges of the whole document. The tax of each line is its share of the tax stated
 * for its category and rate, so that the lines add up to the totals to the cent.
 */
export function buildSheetLines(invoice: WrittenInvoice, language: Language): SheetLines {
  const priced = [
    ...invoice.lines.map((line) => toPricedLine(line, language)),
    ...invoice.allowances.map((allowance) => toAllowanceLine(allowance, language)),
  ].map((line) => withOnlyRate(line, invoice.breakdown));
  if (invoice.lines.length === 0 || priced.length > MOST_LINES)
    return { lines: buildSummary(invoice, language), isSummary: true };
  return { lines: withTax(priced, invoice.breakdown), isSummary: false };
}

function toPricedLine(
  { description, quantity, price, baseQuantity, category, rate, net }: WrittenLine,
  language: Language,
): Priced {
  return {
    description: description ?? GOODS_OR_SERVICES[language],
    ...computeQuantityAndPrice(quantity, price, baseQuantity, net),
    vat_rate: rate,
    vat_category: category,
    amount_net: net,
  };
}

/** Decimals of a price or quantity on the sheet. */
const PLACES = 8;
const isFitting = (number: string): boolean => /^-?\d{1,15}(\.\d{1,8})?$/.test(number);

/** Price including line allowances, so that quantity times price is the net amount. Null if impossible. */
function computeQuantityAndPrice(
  quantity: string | null,
  price: string | null,
  baseQuantity: string | null,
  net: SignedAmount | null,
): Pick<Priced, 'quantity' | 'unit_price'> {
  const none = { quantity: null, unit_price: null };
  if (quantity === null || !isFitting(quantity) || isZero(quantity)) return none;
  const base = baseQuantity === null || isZero(baseQuantity) ? '1' : baseQuantity;
  const prices = [
    ...(price === null ? [] : [divide(price, base, PLACES)]),
    ...(net === null ? [] : [divide(net, quantity, PLACES)]),
  ].map((one) => parseDecimal(one)!);
  const right = prices.find((one) => isFitting(one) && (net === null || round(multiply(quantity, one)) === net));
  return right === undefined ? none : { quantity, unit_price: right };
}

function toAllowanceLine({ isCharge, reason, amount, category, rate }: WrittenAllowance, language: Language): Priced {
  return {
    description: reason ?? (isCharge ? CHARGE : ALLOWANCE)[language],
    quantity: null,
    unit_price: null,
    vat_rate: rate,
    vat_category: category,
    amount_net: amount === null || isCharge ? amount : negate(amount),
  };
}

/** If the document has a single rate, it also applies to lines without one. */
function withOnlyRate(line: Priced, breakdown: readonly WrittenTax[]): Priced {
  const [only] = breakdown;
  if (line.vat_category !== null || line.vat_rate !== null || breakdown.length !== 1 || !only) return line;
  return { ...line, vat_category: only.category, vat_rate: only.rate };
}

/** Lines with the same key are taxed together. No rate and a zero rate are the same. */
export const buildTaxKey = (category: string | null, rate: string | null): string =>
  `${category ?? ''} ${rate === null || isZero(rate) ? '0.00' : rate}`;

function withTax(priced: readonly Priced[], breakdown: readonly WrittenTax[]): SheetLine[] {
  const stated = new Map<string, SignedAmount>();
  for (const { category, rate, tax } of breakdown)
    if (tax !== null)
      stated.set(buildTaxKey(category, rate), add(stated.get(buildTaxKey(category, rate)) ?? ZERO, tax));
  const taxes = new Map<Priced, SignedAmount | null>();
  for (const [key, lines] of groupByTaxKey(priced)) {
    const known = lines.filter(({ amount_net }) => amount_net !== null);
    const tax = stated.get(key);
    const shares =
      tax === undefined || known.length === 0
        ? null
        : share(
            tax,
            known.map(({ amount_net }) => amount_net!),
          );
    known.forEach((line, index) => taxes.set(line, shares?.[index] ?? computeLineTax(line)));
  }
  return priced.map((line) => withAmounts(line, taxes.get(line) ?? null));
}

function groupByTaxKey(lines: readonly Priced[]): Map<string, Priced[]> {
  const groups = new Map<string, Priced[]>();
  for (const line of lines) {
    const key = buildTaxKey(line.vat_category, line.vat_rate);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

const computeLineTax = ({ amount_net, vat_rate }: Priced): SignedAmount | null =>
  amount_net === null || vat_rate === null ? null : percent(amount_net, vat_rate);

const withAmounts = (line: Priced, tax: SignedAmount | null): SheetLine => ({
  ...line,
  amount_vat: tax,
  amount_gross: line.amount_net === null || tax === null ? null : add(line.amount_net, tax),
});

/** One line per rate, or a single line for a document without rates. */
function buildSummary({ breakdown, totals }: WrittenInvoice, language: Language): SheetLine[] {
  const taxes = breakdown.some(({ base }) => base !== null)
    ? breakdown
    : [{ category: null, rate: null, base: totals.net, tax: totals.vat }];
  return taxes
    .filter(({ base }) => base !== null)
    .slice(0, MOST_LINES)
    .map(({ category, rate, base, tax }) =>
      withAmounts(
        {
          description: GOODS_OR_SERVICES[language],
          quantity: null,
          unit_price: null,
          vat_rate: rate,
          vat_category: category,
          amount_net: base,
        },
        tax,
      ),
    );
}
