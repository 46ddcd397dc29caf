import { paymentCode } from '../../domain/documents/payment-code.ts';
import type { Language } from '../../domain/language.ts';
import { add, sum } from '../../domain/money.ts';
import { formatStructuredCommunication } from '../../domain/numbers/structured-communication.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import type { Fact, Party, PrintedPayment, Row, TableDocument } from '../exports/document.ts';
import { DECIMAL_MARK, writtenAmount } from '../exports/notation.ts';
import { mentionOf, printedWords } from './printed-labels.ts';
import { pricedGoods, priceOfAll } from './printed-margin.ts';
import type { PrintedVatCode } from './parties.ts';

/** A document on paper: who to whom, what for, the tax of each rate, and how it is paid. */
export interface Printed {
  readonly document: DocumentRow;
  readonly vatCodes: ReadonlyMap<number, PrintedVatCode>;
  readonly sender: Party & { readonly logo: Uint8Array | null };
  readonly recipient: Party;
  /** Of the company file, whose words of accounting are used. */
  readonly country: string;
  readonly language: Language;
  /** The account of the company, where it is the one to be paid. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

export function printedDocument(printed: Printed): TableDocument {
  const { document, language, country, sender, recipient } = printed;
  const words = printedWords(language, country);
  const kind = words(document.is_credit_note ? 'credit_note' : 'invoice');
  const title = document.number === null ? kind : `${kind} ${document.number}`;
  return {
    language,
    title,
    date: document.document_date,
    currency: document.currency,
    sender,
    recipient,
    facts: factsOf(document, words),
    tables: [linesTable(printed, words), taxTable(printed, words)],
    ...(document.notes !== null && { notes: document.notes }),
    ...paymentOf(printed, words),
    fileName: title,
  };
}

type Words = ReturnType<typeof printedWords>;

function factsOf(document: DocumentRow, words: Words): readonly Fact[] {
  const { document_date, due_date, third_party_code, amount_gross, is_credit_note, direction } = document;
  const fact = (key: 'date' | 'due_date' | 'customer_code', kind: Fact['kind'], value: string): Fact => ({
    ...{ key, label: words(key), kind, value },
  });
  const total = is_credit_note ? 'credited' : 'to_pay';
  return [
    fact('date', 'date', document_date),
    ...(due_date === null || is_credit_note ? [] : [fact('due_date', 'date', due_date)]),
    ...(third_party_code === null || direction === 'purchase' ? [] : [fact('customer_code', 'text', third_party_code)]),
    { key: total, label: words(total), kind: 'amount', value: amount_gross, isMain: true } satisfies Fact,
  ];
}

function linesTable({ document, vatCodes, language }: Printed, words: Words): TableDocument['tables'][number] {
  const byMargin = isTaxedByMargin(vatCodes);
  const rows = document.lines
    .filter(({ vat_code_id }) => !byMargin(vat_code_id))
    .map(({ description, quantity, unit_price, amount_net, vat_code_id }): Row => {
      const rate = rateOf(vatCodes.get(vat_code_id), language);
      return { cells: [description, decimal(quantity, language), priceOf(unit_price, language), rate, amount_net] };
    });
  for (const { description, price } of pricedGoods(document, byMargin))
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
    rows: () => rows,
  };
}

/** One row for each rate, or for each reason why nothing is charged. */
function taxTable({ document, vatCodes, language }: Printed, words: Words): TableDocument['tables'][number] {
  const byRate = new Map<string, { base: string; amount: string }>();
  const byMargin = isTaxedByMargin(vatCodes);
  const goods = pricedGoods(document, byMargin);
  for (const { vat_code_id, base, charged } of document.vat) {
    if (byMargin(vat_code_id)) continue;
    const code = vatCodes.get(vat_code_id);
    const mention = code && mentionOf(code.kind, code.intra_listing);
    const label = mention ? words(mention) : rateOf(code, language);
    const known = byRate.get(label) ?? { base: '0.00', amount: '0.00' };
    byRate.set(label, { base: add(known.base, base), amount: add(known.amount, charged) });
  }
  const rows: Row[] = [...byRate].map(([label, { base, amount }]) => ({
    cells: [label, base, amount, add(base, amount)],
  }));
  if (goods.length > 0) rows.push({ cells: [words('margin'), null, null, priceOfAll(goods)] });
  // Beside goods at their price, the other two columns are of what else was sold.
  const sumOf = (of: 'base' | 'amount'): string | null =>
    byRate.size === 0 ? null : sum([...byRate.values()].map((one) => one[of]));
  const { amount_net, amount_vat, amount_gross } = document;
  const [net, tax] = goods.length === 0 ? [amount_net, amount_vat] : [sumOf('base'), sumOf('amount')];
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
    rows: () => [...rows, total],
  };
}

const isTaxedByMargin =
  (vatCodes: Printed['vatCodes']) =>
  (id: number): boolean =>
    vatCodes.get(id)?.kind === 'margin';

function rateOf(code: PrintedVatCode | undefined, language: Language): string {
  const rate = decimal((code?.rate ?? '0').replace(/\.?0+$/, '') || '0', language);
  return `${rate}\u00a0%`;
}

const decimal = (value: string | null, language: Language): string =>
  value === null ? '' : value.replace('.', DECIMAL_MARK[language]);

/** Two places, or as many as it has. */
function priceOf(price: string | null, language: Language): string {
  if (price === null) return '';
  const [, places = ''] = price.split('.');
  if (places.length > 2) return decimal(price, language);
  return writtenAmount(places === '' ? `${price}.00` : price.padEnd(price.length + 2 - places.length, '0'), language);
}

function paymentOf({ document, bank, sender, language }: Printed, words: Words): { payment?: PrintedPayment } {
  const { amount_gross, currency, is_credit_note, number, structured_communication } = document;
  if (!bank || is_credit_note || Number(amount_gross) === 0) return {};
  const communication = structured_communication ?? number;
  const line = (key: 'beneficiary' | 'iban' | 'bic' | 'communication' | 'to_pay', value: string | null): Fact[] =>
    value === null ? [] : [{ key, label: words(key), kind: 'text', value }];
  const request = { name: sender.name, iban: bank.iban, bic: bank.bic, amount: amount_gross, communication };
  const code = currency === 'EUR' ? paymentCode(request) : null;
  return {
    payment: {
      title: words('payment'),
      facts: [
        ...line('beneficiary', sender.name),
        ...line('iban', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')),
        ...line('bic', bank.bic),
        ...line('to_pay', `${writtenAmount(amount_gross, language)}\u00a0${currency}`),
        ...line('communication', writtenCommunication(communication)),
      ],
      ...(code !== null && { code, hint: words('scan') }),
    },
  };
}

const writtenCommunication = (text: string | null): string | null =>
  text !== null && /^\d{12}$/.test(text) ? formatStructuredCommunication(text) : text;
