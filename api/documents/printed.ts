import { mergePricedGoods, sumPrices } from '../../domain/documents/margin-goods.ts';
import { buildPaymentCode } from '../../domain/documents/payment-code.ts';
import type { Mention } from '../../domain/documents/document-events.ts';
import type { Language } from '../../domain/language.ts';
import { add, isZero, padToCents, subtract, sum, ZERO } from '../../domain/money.ts';
import { formatStructuredCommunication } from '../../domain/numbers/structured-communication.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import type { Fact, Party, PrintedPayment, Row, TableDocument } from '../exports/document.ts';
import { DECIMAL_MARK, formatDate, formatLocalAmount } from '../exports/notation.ts';
import { findVatMention, createWordLookup } from './printed-labels.ts';
import type { PrintedVatCode } from './parties.ts';
import type { PrintedTexts } from './printed-texts.ts';

/** A printed document: sender, recipient, lines, tax per rate, and payment details. */
export interface Printed {
  readonly document: DocumentRow;
  readonly vatCodes: ReadonlyMap<number, PrintedVatCode>;
  readonly sender: Party & { readonly logo: Uint8Array | null };
  readonly recipient: Party;
  /** Country of the company file, whose accounting terms are used. */
  readonly country: string;
  readonly language: Language;
  /** Texts required by law. */
  readonly mentions: readonly Mention[];
  readonly texts: PrintedTexts;
  /** The account of the company, if it is the payee. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

export function buildPrintedDocument(printed: Printed): TableDocument {
  const { document, language, country, sender, recipient } = printed;
  const words = createWordLookup(language, country);
  const isCreditOfBuyer = document.kind === 'self_billed' && document.is_credit_note;
  const kind = words(isCreditOfBuyer ? 'credit_note' : document.kind);
  const title = document.number === null ? kind : `${kind} ${document.number}`;
  return {
    language,
    title,
    date: document.document_date,
    currency: document.currency,
    sender,
    recipient,
    facts: buildFacts(document, words),
    ...(printed.texts.introduction !== null && { letter: printed.texts.introduction }),
    tables: [buildLinesTable(printed, words), buildTaxTable(printed, words)],
    ...buildNotes(printed, words),
    ...buildPayment(printed, words),
    ...buildSmallPrint(printed, words),
    ...(printed.texts.accent !== null && { accent: printed.texts.accent }),
    fileName: title,
  };
}

/** Mentions about the company, printed at the foot of every page. */
const OF_COMPANY: ReadonlySet<string> = new Set(['company_capital', 'company_form', 'company_register']);

/** Mentions that are printed elsewhere. */
const IN_HEADING: ReadonlySet<string> = new Set(['supply_date']);

function buildSmallPrint({ mentions, texts, document, vatCodes }: Printed, words: Words): Partial<TableDocument> {
  const ofCompany = mentions.filter(({ code }) => OF_COMPANY.has(code)).map(({ text }) => text);
  const shown = new Set(listTaxLabels(document, vatCodes, words).map((label) => label.toLowerCase()));
  const smallPrint = mentions
    .filter(({ code, text }) => !OF_COMPANY.has(code) && !IN_HEADING.has(code) && !shown.has(text.toLowerCase()))
    .map(({ text }) => text);
  const footer = [texts.footer, ofCompany.join('  -  ')].filter((line) => line).join('\n');
  return { ...(smallPrint.length > 0 && { smallPrint }), ...(footer !== '' && { footer }) };
}

/** Reasons of no tax in the breakdown, which need not be repeated. */
const listTaxLabels = ({ vat }: DocumentRow, vatCodes: Printed['vatCodes'], words: Words): readonly string[] =>
  vat.flatMap(({ vat_code_id }) => {
    const code = vatCodes.get(vat_code_id);
    const mention = code && findVatMention(code.kind, code.intra_listing);
    return mention ? [words(mention)] : [];
  });

/** Invoices credited, own notes and terms, closing words. */
function buildNotes({ document, texts, language }: Printed, words: Words): Pick<TableDocument, 'notes'> {
  const credited = document.credits.map(({ number, date }) =>
    date === null ? number : `${number} (${formatDate(date, language)})`,
  );
  const notes = [
    ...(credited.length > 0 ? [words('credited_invoice').replace('{invoices}', () => credited.join(', '))] : []),
    ...[document.notes, document.payment_terms_text, texts.closing].filter((text) => text !== null),
  ];
  return notes.length > 0 ? { notes: notes.join('\n') } : {};
}

type Words = ReturnType<typeof createWordLookup>;

function buildFacts(document: DocumentRow, words: Words): readonly Fact[] {
  const { document_date, due_date, third_party_code, amount_gross, is_credit_note, direction, supply_date } = document;
  const { paid_on } = document;
  const buildFact = (
    key: 'date' | 'due_date' | 'paid_on' | 'supply_date' | 'customer_code',
    kind: Fact['kind'],
    value: string,
  ): Fact => ({
    key,
    label: words(key),
    kind,
    value,
  });
  const total = is_credit_note ? 'credited' : paid_on === null ? 'to_pay' : 'paid';
  return [
    buildFact('date', 'date', document_date),
    ...(supply_date === null || supply_date === document_date ? [] : [buildFact('supply_date', 'date', supply_date)]),
    ...(paid_on === null ? [] : [buildFact('paid_on', 'date', paid_on)]),
    ...(due_date === null || is_credit_note || paid_on !== null ? [] : [buildFact('due_date', 'date', due_date)]),
    ...(third_party_code === null || direction === 'purchase'
      ? []
      : [buildFact('customer_code', 'text', third_party_code)]),
    { key: total, label: words(total), kind: 'amount', value: amount_gross, isMain: true } satisfies Fact,
  ];
}

function buildLinesTable({ document, vatCodes, language }: Printed, words: Words): TableDocument['tables'][number] {
  const byMargin = createMarginCheck(vatCodes);
  const lines = document.lines.filter(({ vat_code_id }) => !byMargin(vat_code_id));
  const hasDiscounts = lines.some(({ discount_percent }) => discount_percent !== undefined);
  const withDiscount = <Cell>(cell: Cell): readonly Cell[] => (hasDiscounts ? [cell] : []);
  const rows = lines.map((line): Row => {
    const { description, quantity, unit, unit_price, discount_percent, amount_net, vat_code_id } = line;
    const counted = [formatDecimal(quantity, language), unit].filter((part) => part).join('\u00a0');
    const discount = discount_percent === undefined ? '' : formatPercent(discount_percent, language);
    const rate = formatRate(vatCodes.get(vat_code_id), language);
    return {
      cells: [description, counted, formatPrice(unit_price, language), ...withDiscount(discount), rate, amount_net],
    };
  });
  for (const { description, price } of mergePricedGoods(document, byMargin))
    rows.push({ cells: [description, '', '', ...withDiscount(''), '', price] });
  return {
    key: 'lines',
    title: words('lines'),
    columns: [
      { key: 'description', label: words('description'), kind: 'text', width: hasDiscounts ? 40 : 46 },
      { key: 'quantity', label: words('quantity'), kind: 'integer', width: hasDiscounts ? 10 : 11 },
      { key: 'unit_price', label: words('unit_price'), kind: 'integer', width: hasDiscounts ? 13 : 15 },
      ...withDiscount({ key: 'discount', label: words('discount'), kind: 'integer', width: 10 } as const),
      { key: 'vat', label: words('vat'), kind: 'integer', width: 9 },
      { key: 'amount', label: words('amount'), kind: 'amount', width: hasDiscounts ? 18 : 19, carries: 'sum' },
    ],
    streamRows: () => rows,
  };
}

/** One row per rate, or per reason why no tax is charged. */
function buildTaxTable(
  { document, vatCodes, language, mentions }: Printed,
  words: Words,
): TableDocument['tables'][number] {
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
  // In Belgium a discount for early payment is not taxed, whether it is taken or not.
  const untaxed = subtract(document.amount_net, sum(document.vat.map(({ base }) => base)));
  if (goods.length === 0 && !isZero(untaxed)) rows.push({ cells: [words('untaxed_discount'), untaxed, ZERO, untaxed] });
  if (goods.length > 0)
    rows.push({ cells: [findMarginLabel(mentions) ?? words('margin'), null, null, sumPrices(goods)] });
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

/** The goods under the margin scheme, unless they are the usual second-hand goods. */
const findMarginLabel = (mentions: readonly Mention[]): string | undefined =>
  mentions.find(({ code }) => code.startsWith('margin_') && code !== 'margin_second_hand')?.text;

const createMarginCheck =
  (vatCodes: Printed['vatCodes']) =>
  (id: number): boolean =>
    vatCodes.get(id)?.kind === 'margin';

const formatRate = (code: PrintedVatCode | undefined, language: Language): string =>
  formatPercent(code?.rate ?? '0', language);

function formatPercent(percent: string, language: Language): string {
  const short = percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;
  return `${formatDecimal(short, language)}\u00a0%`;
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
  if (!bank || is_credit_note || document.paid_on !== null || Number(amount_gross) === 0) return {};
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
