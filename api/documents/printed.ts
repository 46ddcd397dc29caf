import { buildPaymentCode } from '../../domain/documents/payment-code.ts';
import type { Language } from '../../domain/language.ts';
import { add, padToCents, sum } from '../../domain/money.ts';
import { formatStructuredCommunication } from '../../domain/numbers/structured-communication.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import type { Fact, Party, PrintedPayment, Row, TableDocument } from '../exports/document.ts';
import { DECIMAL_MARK, formatLocalAmount } from '../exports/notation.ts';
import { findVatMention, createWordLookup } from './printed-labels.ts';
import { mergePricedGoods, sumPrices } from './printed-margin.ts';
import type { PrintedVatCode } from './parties.ts';

/** A printed document: sender, recipient, lines, tax per rate, and payment details. */
export interface Printed {
  readonly document: DocumentRow;
  readonly vatCodes: ReadonlyMap<number, PrintedVatCode>;
  readonly sender: Party & { readonly logo: Uint8Array | null };
  readonly recipient: Party;
  /** Country of the company file, whose accounting terms are used. */
  readonly country: string;
  readonly language: Language;
  /** The account of the company, if it is the payee. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

export function buildPrintedDocument(printed: Printed): TableDocument {
  const { document, language, country, sender, recipient } = printed;
  const words = createWordLookup(language, country);
  const kind = words(document.is_credit_note ? 'credit_note' : 'invoice');
  const title = document.number === null ? kind : `${kind} ${document.number}`;
  return {
    language,
    title,
    date: document.document_date,
    currency: document.currency,
    sender,
    recipient,
    facts: buildFacts(document, words),
    tables: [buildLinesTable(printed, words), buildTaxTable(printed, words)],
    ...(document.notes !== null && { notes: document.notes }),
    ...buildPayment(printed, words),
    fileName: title,
  };
}

type Words = ReturnType<typeof createWordLookup>;

function buildFacts(document: DocumentRow, words: Words): readonly Fact[] {
  const { document_date, due_date, third_party_code, amount_gross, is_credit_note, direction } = document;
  const buildFact = (key: 'date' | 'due_date' | 'customer_code', kind: Fact['kind'], value: string): Fact => ({
    key,
    label: words(key),
    kind,
    value,
  });
  const total = is_credit_note ? 'credited' : 'to_pay';
  return [
    buildFact('date', 'date', document_date),
    ...(due_date === null || is_credit_note ? [] : [buildFact('due_date', 'date', due_date)]),
    ...(third_party_code === null || direction === 'purchase'
      ? []
      : [buildFact('customer_code', 'text', third_party_code)]),
    { key: total, label: words(total), kind: 'amount', value: amount_gross, isMain: true } satisfies Fact,
  ];
}

function buildLinesTable({ document, vatCodes, language }: Printed, words: Words): TableDocument['tables'][number] {
  const byMargin = createMarginCheck(vatCodes);
  const rows = document.lines
    .filter(({ vat_code_id }) => !byMargin(vat_code_id))
    .map(({ description, quantity, unit_price, amount_net, vat_code_id }): Row => {
      const rate = formatRate(vatCodes.get(vat_code_id), language);
      return {
        cells: [description, formatDecimal(quantity, language), formatPrice(unit_price, language), rate, amount_net],
      };
    });
  for (const { description, price } of mergePricedGoods(document, byMargin))
    rows.push({ cells: [description, '', '', '', price] });
  return {
    key: 'lines',
    title: words('lines'),
    columns: [
      { key: 'description', label: words('description'), kind: 'text', width: 46 },
      { key: 'quantity', label: words('quantity'), kind: 'integer', width: 11 },
      { key: 'unit_price', label: words('unit_price'), kind: 'integer', width: 15 },
      { key: 'vat', label: words('vat'), kind: 'integer', width: 9 },
      { key: 'amount', label: words('amount'), kind: 'amount', width: 19 },
    ],
    streamRows: () => rows,
  };
}

/** One row per rate, or per reason why no tax is charged. */
function buildTaxTable({ document, vatCodes, language }: Printed, words: Words): TableDocument['tables'][number] {
  const byRate = new Map<string, { base: string; amount: string }>();
  const byMargin = createMarginCheck(vatCodes);
  const goods = mergePricedGoods(document, byMargin);
  for (const { vat_code_id, base, charged } of document.vat) {
    if (byMargin(vat_code_id)) continue;
    const code = vatCodes.get(vat_code_id);
    const mention = code && findVatMention(code.kind, code.intra_listing);
    const label = mention ? words(mention) : formatRate(code, language);
    const known = byRate.get(label) ?? { base: '0.00', amount: '0.00' };
    byRate.set(label, { base: add(known.base, base), amount: add(known.amount, charged) });
  }
  const rows: Row[] = [...byRate].map(([label, { base, amount }]) => ({
    cells: [label, base, amount, add(base, amount)],
  }));
  if (goods.length > 0) rows.push({ cells: [words('margin'), null, null, sumPrices(goods)] });
  // Next to goods at their price, the other two columns total only the remaining sales.
  const sumColumn = (of: 'base' | 'amount'): string | null =>
    byRate.size === 0 ? null : sum([...byRate.values()].map((one) => one[of]));
  const { amount_net, amount_vat, amount_gross } = document;
  const [net, tax] = goods.length === 0 ? [amount_net, amount_vat] : [sumColumn('base'), sumColumn('amount')];
  const total: Row = { cells: [words('total'), net, tax, amount_gross], isTotal: true };
  return {
    key: 'vat',
    title: words('breakdown'),
    columns: [
      { key: 'rate', label: words('rate'), kind: 'text', width: 46 },
      { key: 'base', label: words('base'), kind: 'amount', width: 18 },
      { key: 'vat', label: words('vat'), kind: 'amount', width: 17 },
      { key: 'gross', label: words('gross'), kind: 'amount', width: 19 },
    ],
    streamRows: () => [...rows, total],
  };
}

const createMarginCheck =
  (vatCodes: Printed['vatCodes']) =>
  (id: number): boolean =>
    vatCodes.get(id)?.kind === 'margin';

function formatRate(code: PrintedVatCode | undefined, language: Language): string {
  const rate = formatDecimal((code?.rate ?? '0').replace(/\.?0+$/, '') || '0', language);
  return `${rate}\u00a0%`;
}

const formatDecimal = (value: string | null, language: Language): string =>
  value === null ? '' : value.replace('.', DECIMAL_MARK[language]);

/** Two decimals, or more if the price has more. */
function formatPrice(price: string | null, language: Language): string {
  if (price === null) return '';
  const padded = padToCents(price);
  return /\.\d{3}/.test(padded) ? formatDecimal(price, language) : formatLocalAmount(padded, language);
}

function buildPayment({ document, bank, sender, language }: Printed, words: Words): { payment?: PrintedPayment } {
  const { amount_gross, currency, is_credit_note, number, structured_communication } = document;
  if (!bank || is_credit_note || Number(amount_gross) === 0) return {};
  const communication = structured_communication ?? number;
  const buildPaymentLine = (
    key: 'beneficiary' | 'iban' | 'bic' | 'communication' | 'to_pay',
    value: string | null,
  ): Fact[] => (value === null ? [] : [{ key, label: words(key), kind: 'text', value }]);
  const request = { name: sender.name, iban: bank.iban, bic: bank.bic, amount: amount_gross, communication };
  const code = currency === 'EUR' ? buildPaymentCode(request) : null;
  return {
    payment: {
      title: words('payment'),
      facts: [
        ...buildPaymentLine('beneficiary', sender.name),
        ...buildPaymentLine('iban', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')),
        ...buildPaymentLine('bic', bank.bic),
        ...buildPaymentLine('to_pay', `${formatLocalAmount(amount_gross, language)}\u00a0${currency}`),
        ...buildPaymentLine('communication', formatCommunication(communication)),
      ],
      ...(code !== null && { code, hint: words('scan') }),
    },
  };
}

const formatCommunication = (text: string | null): string | null =>
  text !== null && /^\d{12}$/.test(text) ? formatStructuredCommunication(text) : text;
