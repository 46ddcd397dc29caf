import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { parseShortDate } from '../fields.ts';
import type { StatedExchange } from '../exchange.ts';
import { omitUndefined, cleanText, type Movement } from '../statement.ts';

/**
 * Structured communications in CODA: three digits give the type, and the type defines the layout. Parts that a layout
 * does not assign to a field are shown as text, so that nothing is lost.
 */

/** Use of a part: a field of the movement, a value shown as text, or nothing. */
type Use =
  | keyof Movement
  | 'text'
  | 'amount'
  | 'percent'
  | 'date'
  | 'structured'
  | 'foreign'
  | 'gross'
  | 'rate'
  | 'currency'
  | 'refused'
  | 'reason'
  | 'skip';
type Part = readonly [length: number, use: Use];

/** Lengths and order as in the Belgian standard. Counters and equivalents in euro are not shown. */
const LAYOUTS: Readonly<Record<string, string>> = {
  // Number of a cheque or card.
  '103': '12:text',
  // Amount before charges, amount in another currency, exchange rate.
  '105': '15:gross 15:foreign 12:rate 3:currency 12:structured',
  // Calculation of VAT, withholding tax or commission.
  '106': '15:skip 15:amount 12:percent',
  // Direct debit from before SEPA.
  '107': '12:mandate_reference 6:date 30:text 1:skip 11:creditor_id',
  // Closing: basis, interest and period.
  '108': '15:skip 15:amount 12:percent 6:date 6:date',
  // Terminals: number, first and last day, name and place.
  '111': '1:skip 6:text 3:skip 6:skip 6:date 6:skip 6:date 1:skip 26:text',
  // Cards: masked number, day and hour, name and place.
  '113': '16:text 13:skip 10:date 1:skip 26:text 15:foreign 12:rate 3:currency',
  '114': '16:skip 10:date 1:skip 26:text 16:end_to_end_id',
  '115': '16:text 13:skip 10:date 6:skip 15:amount 1:skip 26:text 12:structured',
  // Bills, fees, credit cards, credits and term deposits.
  '121': '15:amount 6:date 6:date 6:date 11:text 3:text 3:skip 13:text',
  '122': '4:text 12:percent 15:amount 1:skip 13:text 6:date',
  '123': '6:date 6:date 15:amount 12:percent 4:text 1:skip 13:text',
  '124': '20:text 1:skip 12:text 15:text 6:date',
  '125': '12:text 15:text 15:amount 15:amount 15:amount 3:text 6:date 6:date 12:percent 13:text',
  '126': '15:text 15:amount 15:skip 6:date 6:date 12:percent 15:amount 3:text',
  // SEPA direct debit. The reason for a return is at the end.
  '127': '8:skip 1:refused 35:creditor_id 35:mandate_reference 62:text 5:reason',
};

const PARTS: ReadonlyMap<string, readonly Part[]> = new Map(
  Object.entries(LAYOUTS).map(([type, layout]) => [
    type,
    layout.split(' ').map((part): Part => {
      const [length, use] = part.split(':');
      return [Number(length), use as Use];
    }),
  ]),
);

/** What a communication says about the movement, and about the conversion of its amount. */
export type ParsedCommunication = Partial<Movement> & { readonly exchange?: StatedExchange };

export function parseStructuredCommunication(type: string, body: string): ParsedCommunication {
  if (type === '101' || type === '102') {
    const digits = body.slice(0, 12);
    if (isStructuredCommunication(digits))
      return { structured_communication: digits, ...toCommunication(body.slice(12)) };
    return toCommunication(body);
  }
  if (type === '100') {
    const reference = body.trim().split(/\s+/)[0] ?? '';
    return isCreditorReference(reference) ? { structured_communication: reference } : toCommunication(body);
  }
  const layout = PARTS.get(type);
  return layout ? parseLayout(layout, body) : toCommunication(body);
}

const toCommunication = (text: string): Partial<Movement> => omitUndefined({ communication: cleanText(text) });

interface ParsedParts {
  readonly fields: Record<string, string>;
  readonly texts: string[];
  foreign: string | null;
  gross: string | null;
  rate: string | null;
}

function parseLayout(layout: readonly Part[], body: string): ParsedCommunication {
  const parsed: ParsedParts = { fields: {}, texts: [], foreign: null, gross: null, rate: null };
  let at = 0;
  for (const [length, use] of layout) {
    addPart(parsed, use, body.slice(at, at + length));
    at += length;
  }
  const communication = cleanText(parsed.texts.join(' '));
  const { foreign, gross, rate } = parsed;
  return {
    ...parsed.fields,
    ...(communication !== undefined && { communication }),
    ...(parsed.fields['original_amount'] !== undefined && { exchange: { foreign, gross, rate } }),
  };
}

function addPart(parsed: ParsedParts, use: Use, value: string): void {
  const { fields, texts } = parsed;
  const said = cleanText(value);
  switch (use) {
    case 'skip':
      return;
    case 'reason':
      Object.assign(fields, parseReturnReason(value.slice(0, 1), value.slice(1)));
      return;
    case 'refused':
      Object.assign(fields, parseReturnReason(value, ''));
      return;
    case 'foreign':
    case 'gross':
      parsed[use] = formatAmount(value);
      return;
    case 'rate':
      parsed.rate = formatRate(value);
      return;
    case 'currency':
      if (parsed.foreign !== null && said !== undefined) fields['original_amount'] = `${said} ${parsed.foreign}`;
      return;
    case 'structured':
      if (isStructuredCommunication(value)) fields['structured_communication'] = value;
      else texts.push(formatText(value) ?? '');
      return;
    case 'text':
    case 'amount':
    case 'percent':
    case 'date':
      texts.push(FORMATTERS[use](said ?? '') ?? '');
      return;
    default:
      if (said !== undefined) fields[use] = said;
  }
}

const formatText = (said: string): string | null => (/^0*$/.test(said) ? null : said);

/** Null for zeros and unknown dates. */
const FORMATTERS = { text: formatText, amount: formatAmount, percent: formatPercent, date: formatDate };

/** Fifteen digits, three of them decimals. */
function formatAmount(said: string): string | null {
  if (!/^\d{15}$/.test(said) || /^0+$/.test(said)) return null;
  const decimals = said.slice(12).replace(/0$/, '');
  return `${said.slice(0, 12).replace(/^0+(?=\d)/, '')}.${decimals}`;
}

/** Twelve digits, eight of them decimals. */
function formatRate(said: string): string | null {
  if (!/^\d{12}$/.test(said) || /^0+$/.test(said)) return null;
  const decimals = said.slice(4).replace(/0+$/, '');
  return `${said.slice(0, 4).replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : '.'}${decimals}`;
}

function formatPercent(said: string): string | null {
  const rate = formatRate(said);
  return rate === null ? null : `${rate} %`;
}

/** DDMMYY, with or without HHMM. */
function formatDate(said: string): string | null {
  const date = parseShortDate(said.slice(0, 6));
  const time = /^(\d\d)(\d\d)$/.exec(said.slice(6));
  return date === null || !time ? date : `${date} ${time[1]}:${time[2]}`;
}

/** Kind `0` or blank: it was paid. */
export function parseReturnReason(kind: string, reason: string): Partial<Movement> {
  const said = cleanText(reason);
  if (!/[1-9]/.test(kind)) return {};
  return { return_reason: said ?? 'NARR' };
}

/** Fields added by information records, by type. */
export function parseInformation(type: string, body: string): Partial<Movement> {
  switch (type) {
    case '001':
      return omitUndefined({
        counterpart_name: cleanText(body.slice(0, 70)),
        counterpart_address: cleanText(body.slice(70, 140)),
      });
    case '008':
    case '009':
      return omitUndefined({ ultimate_name: cleanText(body.slice(0, 70)) });
    // A part of the amount, such as its VAT: description, currency, amount, sign.
    case '006': {
      const amount = formatAmount(body.slice(33, 48));
      const signed = amount === null ? '' : `${body[48] === '1' ? '-' : ''}${amount}`;
      return toCommunication(`${body.slice(0, 33)} ${signed}`);
    }
    // Notes or coins: number, denomination, total.
    case '007': {
      const count = body.slice(0, 7).replace(/^0+(?=\d)/, '');
      const [value, total] = [formatAmount(body.slice(7, 13).padStart(15, '0')), formatAmount(body.slice(13, 28))];
      return toCommunication(`${count} × ${value ?? ''} ${total ?? ''}`);
    }
    default:
      return toCommunication(body);
  }
}
