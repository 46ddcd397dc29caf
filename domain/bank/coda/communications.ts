import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { omitUndefined, cleanText, type Movement } from '../statement.ts';

/**
 * Structured communications in CODA: three digits give the type, and the type defines the layout. Parts that a layout
 * does not assign to a field are shown as text, so that nothing is lost.
 */

/** Use of a part: a field of the movement, text, or nothing. */
type Use = keyof Movement | 'text' | 'reason' | 'skip';
type Part = readonly [length: number, use: Use];

const LAYOUTS: Readonly<Record<string, readonly Part[]>> = {
  // Cards and terminals: masked number, place and time.
  '111': [
    [16, 'text'],
    [20, 'skip'],
    [6, 'text'],
    [7, 'skip'],
    [26, 'text'],
  ],
  '113': [
    [16, 'text'],
    [13, 'skip'],
    [10, 'text'],
    [1, 'skip'],
    [26, 'text'],
    [15, 'skip'],
    [12, 'skip'],
    [3, 'text'],
  ],
  '114': [
    [17, 'skip'],
    [10, 'text'],
    [1, 'skip'],
    [26, 'text'],
    [16, 'end_to_end_id'],
  ],
  // Direct debit from before SEPA.
  '107': [
    [12, 'mandate_reference'],
    [6, 'text'],
    [30, 'text'],
    [1, 'skip'],
    [11, 'creditor_id'],
  ],
  // SEPA direct debit. The reason for a return is at the end.
  '127': [
    [6, 'skip'],
    [3, 'skip'],
    [35, 'creditor_id'],
    [35, 'mandate_reference'],
    [62, 'text'],
    [5, 'reason'],
  ],
};

export function parseStructuredCommunication(type: string, body: string): Partial<Movement> {
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
  const layout = LAYOUTS[type];
  return layout ? parseLayout(layout, body) : toCommunication(body);
}

const toCommunication = (text: string): Partial<Movement> => omitUndefined({ communication: cleanText(text) });

function parseLayout(layout: readonly Part[], body: string): Partial<Movement> {
  const fields: Record<string, string> = {};
  const texts: string[] = [];
  let at = 0;
  for (const [length, use] of layout) {
    const value = body.slice(at, at + length);
    at += length;
    const said = cleanText(value);
    if (use === 'reason') Object.assign(fields, parseReturnReason(value.slice(0, 1), value.slice(1)));
    else if (said === undefined || use === 'skip') continue;
    else if (use === 'text') texts.push(said);
    else fields[use] = said;
  }
  const communication = cleanText(texts.join(' '));
  return { ...fields, ...(communication !== undefined && { communication }) };
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
        counterpart_address: cleanText(body.slice(70)),
      });
    case '008':
    case '009':
      return omitUndefined({ ultimate_name: cleanText(body.slice(0, 70)) });
    default:
      return toCommunication(body);
  }
}
