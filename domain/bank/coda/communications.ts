import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { told, words, type Movement } from '../statement.ts';

/**
 * Structured communications of CODA: three digits tell the type, and the type tells what stands where. What a layout does not
 * take for a field of its own is shown as text, so that nothing of a movement is lost.
 */

/** What becomes of a part: a field of the movement, text among other text, or nothing. */
type Use = keyof Movement | 'text' | 'reason' | 'skip';
type Part = readonly [length: number, use: Use];

const LAYOUTS: Readonly<Record<string, readonly Part[]>> = {
  // Cards and terminals: the masked number, where it was and when.
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
  // A direct debit of the time before SEPA.
  '107': [
    [12, 'mandate_reference'],
    [6, 'text'],
    [30, 'text'],
    [1, 'skip'],
    [11, 'creditor_id'],
  ],
  // A SEPA direct debit. The reason of one that came back stands at the end.
  '127': [
    [6, 'skip'],
    [3, 'skip'],
    [35, 'creditor_id'],
    [35, 'mandate_reference'],
    [62, 'text'],
    [5, 'reason'],
  ],
};

export function structuredCommunication(type: string, body: string): Partial<Movement> {
  if (type === '101' || type === '102') {
    const digits = body.slice(0, 12);
    if (isStructuredCommunication(digits)) return { structured_communication: digits, ...rest(body.slice(12)) };
    return rest(body);
  }
  if (type === '100') {
    const reference = body.trim().split(/\s+/)[0] ?? '';
    return isCreditorReference(reference) ? { structured_communication: reference } : rest(body);
  }
  const layout = LAYOUTS[type];
  return layout ? laidOut(layout, body) : rest(body);
}

const rest = (text: string): Partial<Movement> => told({ communication: words(text) });

function laidOut(layout: readonly Part[], body: string): Partial<Movement> {
  const fields: Record<string, string> = {};
  const texts: string[] = [];
  let at = 0;
  for (const [length, use] of layout) {
    const value = body.slice(at, at + length);
    at += length;
    const said = words(value);
    if (use === 'reason') Object.assign(fields, returnReason(value.slice(0, 1), value.slice(1)));
    else if (said === undefined || use === 'skip') continue;
    else if (use === 'text') texts.push(said);
    else fields[use] = said;
  }
  const communication = words(texts.join(' '));
  return { ...fields, ...(communication !== undefined && { communication }) };
}

/** `0` or nothing: it was paid. */
export function returnReason(kind: string, reason: string): Partial<Movement> {
  const said = words(reason);
  if (!/[1-9]/.test(kind)) return {};
  return { return_reason: said ?? 'NARR' };
}

/** What information records add, by their type. */
export function information(type: string, body: string): Partial<Movement> {
  switch (type) {
    case '001':
      return told({ counterpart_name: words(body.slice(0, 70)), counterpart_address: words(body.slice(70)) });
    case '008':
    case '009':
      return told({ ultimate_name: words(body.slice(0, 70)) });
    default:
      return rest(body);
  }
}
