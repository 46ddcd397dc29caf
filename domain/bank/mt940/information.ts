import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { normaliseStructuredCommunication } from '../../numbers/structured-communication.ts';
import { cleanText, omitUndefined, type Movement } from '../statement.ts';

/**
 * Field 86, information about a movement. Banks write it in three ways: as text, in numbered parts (`?20`) or between
 * names (`/REMI/`). Parts that are not assigned to a field are shown as text.
 */
export function parseInformationField(lines: readonly string[]): Partial<Movement> {
  const text = joinLines(lines);
  if (/^\d{3}[?<>]\d{2}/.test(text)) return parseNumbered(text.slice(3));
  if (/^\s*\/[A-Z]{2,5}\//.test(text)) return parseNamed(text);
  return withStructured({ communication: cleanText(text) });
}

/** Banks break a line at this length, even inside a word. */
const LINE_LENGTH = 65;

/** A full line goes on in the next one; a shorter one ends with its word. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const isFull = index > 0 && lines[index - 1]!.length >= LINE_LENGTH;
    const continues = isFull || /^[?<>]\d{2}/.test(line);
    text += index === 0 || continues ? line : ` ${line}`;
  }
  return text;
}

type Said = { readonly [Name in keyof Movement]?: Movement[Name] | undefined };

/** Moves a communication that is nothing but a structured one into its field. */
function withStructured(said: Said): Partial<Movement> {
  const { communication } = said;
  const structured = said.structured_communication ?? (communication && findStructured(communication));
  const rest = structured !== undefined && structured === findStructured(communication ?? '');
  return omitUndefined<Partial<Movement>>({
    ...said,
    structured_communication: structured,
    communication: rest ? undefined : communication,
  });
}

function findStructured(text: string): string | undefined {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (isCreditorReference(compact)) return compact;
  return normaliseStructuredCommunication(text) ?? undefined;
}

const MOST_PARTS = 200;

/** Numbered parts: 20 to 29 and 60 to 63 are the communication, 30 to 33 the counterpart. */
function parseNumbered(text: string): Partial<Movement> {
  const separator = text[0]!;
  const parts = new Map<string, string>();
  for (const part of text.split(separator).slice(1, MOST_PARTS)) {
    const number = part.slice(0, 2);
    if (/^\d{2}$/.test(number)) parts.set(number, (parts.get(number) ?? '') + part.slice(2));
  }
  const join = (numbers: readonly number[]): string =>
    numbers.map((number) => parts.get(String(number)) ?? '').join('');
  const remittance = join([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63]);
  const marked = parseMarked(remittance);
  return withStructured({
    ...marked,
    communication: marked.communication ?? cleanText(parts.get('00')),
    counterpart_bic: cleanText(parts.get('30')) ?? marked.counterpart_bic,
    counterpart_iban: cleanText(parts.get('31'))?.replaceAll(' ', '') ?? marked.counterpart_iban,
    counterpart_name: cleanText([parts.get('32') ?? '', parts.get('33') ?? ''].join(' ')),
  });
}

/** Fields of SEPA payments in the communication: `EREF+`, `SVWZ+` and others. */
const MARKS: Readonly<Record<string, keyof Movement>> = {
  EREF: 'end_to_end_id',
  MREF: 'mandate_reference',
  CRED: 'creditor_id',
  SVWZ: 'communication',
  ABWA: 'ultimate_name',
  ABWE: 'ultimate_name',
  IBAN: 'counterpart_iban',
  BIC: 'counterpart_bic',
  PURP: 'purpose',
};

function parseMarked(text: string): Said {
  const pieces = text.split(/(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/);
  const said: Record<string, string | undefined> = {};
  const [free = ''] = pieces;
  for (let at = 1; at < pieces.length && at < MOST_PARTS; at += 2) {
    const field = MARKS[pieces[at]!];
    const value = dropNotProvided(pieces[at + 1]);
    if (field !== undefined) said[field] ??= value;
  }
  said['communication'] = cleanText(`${free} ${said['communication'] ?? ''}`);
  return said;
}

/** Fields between slashes. `CNTP` holds account, BIC, name and place; `ORDP` and `BENM` contain a name. */
const NAMES: Readonly<Record<string, keyof Movement>> = {
  EREF: 'end_to_end_id',
  MARF: 'mandate_reference',
  CSID: 'creditor_id',
  NAME: 'counterpart_name',
  IBAN: 'counterpart_iban',
  BIC: 'counterpart_bic',
  PURP: 'purpose',
  RTRN: 'return_reason',
  ULTD: 'ultimate_name',
  ULTB: 'ultimate_name',
};

const NAMED =
  /\/(EREF|PREF|MARF|CSID|NAME|IBAN|BIC|PURP|RTRN|ULTD|ULTB|REMI|CNTP|ORDP|BENM|TRTP|TRCD|ADDR|CITY|ID|SVCL|INIT|ISDT|NRTX|OCMT|EXCH|CHGS)\//;

function parseNamed(text: string): Partial<Movement> {
  const pieces = text.split(NAMED);
  const said: Record<string, string | undefined> = {};
  const texts: (string | undefined)[] = [pieces[0]];
  for (let at = 1; at < pieces.length && at < MOST_PARTS; at += 2) {
    const [name, value] = [pieces[at]!, pieces[at + 1] ?? ''];
    const field = NAMES[name];
    if (field !== undefined) said[field] ??= dropNotProvided(value);
    else if (name === 'REMI') {
      const { structured, communication } = parseRemittance(value);
      said['structured_communication'] ??= structured;
      texts.push(communication);
    } else if (name === 'CNTP') {
      const [iban, bic, party] = value.split('/');
      said['counterpart_iban'] ??= cleanText(iban);
      said['counterpart_bic'] ??= cleanText(bic);
      said['counterpart_name'] ??= cleanText(party);
    }
  }
  said['counterpart_iban'] = said['counterpart_iban']?.replaceAll(' ', '');
  return withStructured({ ...said, communication: cleanText(texts.join(' ').replace(/^[\s/]+|[\s/]+$/g, '')) });
}

/** `USTD//text`, `STRD/CUR/reference`, or the text itself. */
function parseRemittance(value: string): { readonly structured?: string | undefined; readonly communication?: string } {
  const [, reference] = /^STRD\/[A-Z]*\/([^/]{1,40})/.exec(value) ?? [];
  const structured = reference === undefined ? undefined : findStructured(reference);
  if (structured !== undefined) return { structured };
  return { communication: value.replace(/^(USTD|STRD)\/[A-Z]*\/?/, '').replace(/\/+$/, '') };
}

/** Banks write NOTPROVIDED or NONREF if the payer gave no value. */
const dropNotProvided = (text: string | undefined): string | undefined => {
  const said = cleanText(text?.replace(/^\/+|\/+$/g, ''));
  return said === 'NOTPROVIDED' || said === 'NONREF' ? undefined : said;
};
