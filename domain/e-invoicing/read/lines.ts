import type { SheetLine } from '../../document-imports/sheet.ts';
import type { Language } from '../../language.ts';
import { add, divide, isZero, multiply, negate, percent, round, share, ZERO, type SignedAmount } from '../../money.ts';
import type { WrittenAllowance, WrittenInvoice, WrittenLine, WrittenTax } from './invoice.ts';
import { ALLOWANCE, CHARGE, GOODS_OR_SERVICES } from './language.ts';
import { decimalOf } from './values.ts';

/** More lines than anybody looks through: beyond, the document is shown by rate. */
export const MOST_LINES = 2000;

export interface SheetLines {
  readonly lines: readonly SheetLine[];
  /** They stand for the rates of the tax, because the document has no lines, or too many. */
  readonly isSummary: boolean;
}

type Priced = Omit<SheetLine, 'amount_vat' | 'amount_gross'>;

/**
 * The lines of the document, then the allowances and charges of the document as a whole. The tax of each is its share of what
 * the document states for its category and rate, so that lines add up to the totals to the cent.
 */
export function sheetLines(invoice: WrittenInvoice, language: Language): SheetLines {
  const priced = [
    ...invoice.lines.map((line) => pricedLine(line, language)),
    ...invoice.allowances.map((allowance) => allowanceLine(allowance, language)),
  ].map((line) => withOnlyRate(line, invoice.breakdown));
  if (invoice.lines.length === 0 || priced.length > MOST_LINES)
    return { lines: summary(invoice, language), isSummary: true };
  return { lines: withTax(priced, invoice.breakdown), isSummary: false };
}

function pricedLine(
  { description, quantity, price, baseQuantity, category, rate, net }: WrittenLine,
  language: Language,
): Priced {
  return {
    description: description ?? GOODS_OR_SERVICES[language],
    ...quantityAndPrice(quantity, price, baseQuantity, net),
    vat_rate: rate,
    vat_category: category,
    amount_net: net,
  };
}

/** Places of a price or a quantity on the sheet. */
const PLACES = 8;
const fits = (number: string): boolean => /^-?\d{1,15}(\.\d{1,8})?$/.test(number);

/** The price with the allowances of the line in it: whoever multiplies gets the net amount. Nothing where that cannot be. */
function quantityAndPrice(
  quantity: string | null,
  price: string | null,
  baseQuantity: string | null,
  net: SignedAmount | null,
): Pick<Priced, 'quantity' | 'unit_price'> {
  const none = { quantity: null, unit_price: null };
  if (quantity === null || !fits(quantity) || isZero(quantity)) return none;
  const base = baseQuantity === null || isZero(baseQuantity) ? '1' : baseQuantity;
  const prices = [
    ...(price === null ? [] : [divide(price, base, PLACES)]),
    ...(net === null ? [] : [divide(net, quantity, PLACES)]),
  ].map((one) => decimalOf(one)!);
  const right = prices.find((one) => fits(one) && (net === null || round(multiply(quantity, one)) === net));
  return right === undefined ? none : { quantity, unit_price: right };
}

function allowanceLine({ isCharge, reason, amount, category, rate }: WrittenAllowance, language: Language): Priced {
  return {
    description: reason ?? (isCharge ? CHARGE : ALLOWANCE)[language],
    quantity: null,
    unit_price: null,
    vat_rate: rate,
    vat_category: category,
    amount_net: amount === null || isCharge ? amount : negate(amount),
  };
}

/** Where the whole document is taxed alike, a line that says nothing is taxed like that. */
function withOnlyRate(line: Priced, breakdown: readonly WrittenTax[]): Priced {
  const [only] = breakdown;
  if (line.vat_category !== null || line.vat_rate !== null || breakdown.length !== 1 || !only) return line;
  return { ...line, vat_category: only.category, vat_rate: only.rate };
}

/** Lines of one key are taxed together. Where nothing is taxed, no rate and a rate of zero are the same. */
export const taxKey = (category: string | null, rate: string | null): string =>
  `${category ?? ''} ${rate === null || isZero(rate) ? '0.00' : rate}`;

function withTax(priced: readonly Priced[], breakdown: readonly WrittenTax[]): SheetLine[] {
  const stated = new Map<string, SignedAmount>();
  for (const { category, rate, tax } of breakdown)
    if (tax !== null) stated.set(taxKey(category, rate), add(stated.get(taxKey(category, rate)) ?? ZERO, tax));
  const taxes = new Map<Priced, SignedAmount | null>();
  for (const [key, lines] of byTaxKey(priced)) {
    const known = lines.filter(({ amount_net }) => amount_net !== null);
    const tax = stated.get(key);
    const shares =
      tax === undefined || known.length === 0
        ? null
        : share(
            tax,
            known.map(({ amount_net }) => amount_net!),
          );
    known.forEach((line, index) => taxes.set(line, shares?.[index] ?? computedTax(line)));
  }
  return priced.map((line) => withAmounts(line, taxes.get(line) ?? null));
}

function byTaxKey(lines: readonly Priced[]): Map<string, Priced[]> {
  const groups = new Map<string, Priced[]>();
  for (const line of lines) {
    const key = taxKey(line.vat_category, line.vat_rate);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

const computedTax = ({ amount_net, vat_rate }: Priced): SignedAmount | null =>
  amount_net === null || vat_rate === null ? null : percent(amount_net, vat_rate);

const withAmounts = (line: Priced, tax: SignedAmount | null): SheetLine => ({
  ...line,
  amount_vat: tax,
  amount_gross: line.amount_net === null || tax === null ? null : add(line.amount_net, tax),
});

/** A line for each rate, or a single one for a document that has not even those. */
function summary({ breakdown, totals }: WrittenInvoice, language: Language): SheetLine[] {
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
