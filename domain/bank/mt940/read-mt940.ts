import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { withSign } from '../fields.ts';
import {
  cleanText,
  findBalanceProblem,
  MOST_MOVEMENTS,
  refuseAtLine,
  type Movement,
  type Statement,
  type StatementAccount,
} from '../statement.ts';
import { detectEncoding } from '../text-lines.ts';
import { parseAccountField } from './account.ts';
import { readTaggedFields, type TaggedField } from './fields.ts';
import { parseInformationField } from './information.ts';
import { parseCommaAmount, parseMovementField, parseReversedDate, type ReadMovement } from './movement-line.ts';

/**
 * MT940, the SWIFT statement: one message per statement, or per page of a statement. A page that ends with an
 * intermediate balance continues in the next message.
 */
export const isMt940 = (first: string): boolean =>
  /^(?:\s*\{[1-5]:[^\n]{0,300}\{4:\s*|(?:[A-Z0-9 ]{0,40}\r?\n){0,4}):20:[^\n]{0,60}\n(?::21:[^\n]{0,60}\n)?:25P?:/.test(
    first,
  );

interface Balance {
  readonly amount: SignedAmount;
  readonly currency: string;
  readonly date: PlainDate;
  readonly isFinal: boolean;
}

interface Page {
  readonly line: number;
  account: StatementAccount | null;
  /** Statement and page, without leading zeros. */
  number: readonly [statement: string, page: string];
  opening: Balance | null;
  closing: Balance | null;
  readonly movements: {
    readonly read: ReadMovement;
    readonly supplement: readonly string[];
    said: Partial<Movement>;
  }[];
  readonly places: [offset: number, length: number][];
  readonly messages: string[];
}

export function* readMt940(bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const encoding = detectEncoding(bytes);
  if (encoding === null) return refuse('bank_file_unknown');
  const pages: Page[] = [];
  let [movements, last] = [0, 0];
  for (const field of readTaggedFields(bytes, encoding)) {
    if (isRefusal(field)) return field;
    last = field.lastLine;
    if (field.tag === '20') {
      if (pages.length > 0 && pages.at(-1)!.closing === null)
        return refuseAtLine(field.line - 1, 'bank_file_truncated');
      pages.push(beginPage(field.line));
      continue;
    }
    const page = pages.at(-1);
    if (!page) return refuseAtLine(field.line, 'record_unexpected', { record: `:${field.tag}:` });
    const refused = readField(page, field);
    if (refused) return refused;
    if (field.tag === '61') movements += 1;
    if (movements > MOST_MOVEMENTS) return refuseAtLine(field.line, 'statement_too_large', { max: MOST_MOVEMENTS });
    yield;
  }
  if (pages.length === 0) return refuse('bank_file_without_statements');
  if (pages.at(-1)!.closing === null) return refuseAtLine(last, 'bank_file_truncated');
  return joinPages(pages);
}

const beginPage = (line: number): Page => ({
  line,
  account: null,
  number: ['', ''],
  opening: null,
  closing: null,
  movements: [],
  places: [],
  messages: [],
});

/** Fields without a use here: related reference, totals, and balances of later days. */
const UNUSED: ReadonlySet<string> = new Set(['21', '13', '13D', '34F', '64', '65', '90C', '90D', 'NS']);

function readField(page: Page, field: TaggedField): Refusal | null {
  const { tag, line, lines } = field;
  const reportProblem = (code: string, name: string, value: string): Refusal =>
    refuseAtLine(line, code, { field: name, value: value.slice(0, 80) });
  const [text = '', ...more] = lines;
  const refuseUnexpected = (): Refusal => refuseAtLine(line, 'record_unexpected', { record: `:${tag}:` });
  switch (tag) {
    case '25':
    case '25P':
      page.account = parseAccountField(text);
      return page.account ? null : refuseAtLine(line, 'statement_account_missing', { number: page.number[0] });
    case '28':
    case '28C': {
      const [statement = '', number = ''] = text.split('/', 2).map((part) => part.trim().replace(/^0+/, ''));
      page.number = [statement, number];
      return page.account ? null : refuseAtLine(line, 'statement_account_missing', { number: statement });
    }
    case '60F':
    case '60M':
      if (page.opening !== null) return refuseUnexpected();
      page.opening = parseBalance(text, tag === '60F');
      return page.opening ? null : reportProblem('record_field_invalid', 'old_balance', text);
    case '61': {
      if (page.closing) return refuseUnexpected();
      if (!page.opening) return refuseAtLine(line, 'statement_balance_missing', { number: page.number[0] });
      const read = parseMovementField(text);
      if (typeof read === 'string') return reportProblem(read, 'movement', text);
      page.movements.push({ read, supplement: more, said: {} });
      page.places.push([field.offset, field.length]);
      return null;
    }
    case '62F':
    case '62M':
      return readClosing(page, field, text);
    case '86':
      readInformation(page, field);
      return null;
    default:
      return UNUSED.has(tag) ? null : refuseUnexpected();
  }
}

function readInformation(page: Page, field: TaggedField): void {
  const movement = page.movements.at(-1);
  if (page.closing || !movement) {
    const message = cleanText(field.lines.join(' '));
    if (message !== undefined) page.messages.push(message);
    return;
  }
  movement.said = { ...parseInformationField(field.lines), ...movement.said };
  page.places.at(-1)![1] += field.length;
}

function readClosing(page: Page, { line, tag }: TaggedField, text: string): Refusal | null {
  const [number] = page.number;
  if (!page.account) return refuseAtLine(line, 'statement_account_missing', { number });
  if (!page.opening) return refuseAtLine(line, 'statement_balance_missing', { number });
  const closing = parseBalance(text, tag === '62F');
  if (!closing) return refuseAtLine(line, 'record_field_invalid', { field: 'new_balance', value: text.slice(0, 80) });
  const { currency: expected } = page.opening;
  if (closing.currency !== expected)
    return refuseAtLine(line, 'statement_currency_mixed', { number, currency: closing.currency, expected });
  page.closing = closing;
  return findBalanceProblem(
    { number, opening_balance: page.opening.amount, closing_balance: closing.amount },
    page.movements.map(({ read }) => read.amount),
    line,
  );
}

function parseBalance(text: string, isFinal: boolean): Balance | null {
  const [, side, day = '', currency = '', digits = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,5})?)\s*$/.exec(text) ?? [];
  const [date, amount] = [parseReversedDate(day), parseCommaAmount(digits)];
  if (side === undefined || date === null || amount === null) return null;
  return { amount: withSign(side === 'D', amount), currency, date, isFinal };
}

/** One statement per series of pages. */
function joinPages(pages: readonly Page[]): readonly Statement[] {
  const series: Page[][] = [];
  for (const page of pages) {
    const before = series.at(-1)?.at(-1);
    if (before && continues(before, page)) series.at(-1)!.push(page);
    else series.push([page]);
  }
  return series.map(buildStatement);
}

const continues = (before: Page, page: Page): boolean =>
  !before.closing!.isFinal &&
  !page.opening!.isFinal &&
  before.account!.number === page.account!.number &&
  before.number[0] === page.number[0] &&
  before.closing!.amount === page.opening!.amount &&
  before.closing!.currency === page.opening!.currency;

function buildStatement(pages: readonly Page[]): Statement {
  const [first, last] = [pages[0]!, pages.at(-1)!];
  const [opening, closing] = [first.opening!, last.closing!];
  const [statement, page] = first.number;
  const isWhole = opening.isFinal && closing.isFinal;
  return {
    account: first.account!,
    currency: opening.currency,
    // Banks that do not number their statements write zeros.
    number: statement === '' ? closing.date : isWhole || page === '' ? statement : `${statement}/${page}`,
    opening_date: opening.date,
    closing_date: closing.date,
    opening_balance: opening.amount,
    closing_balance: closing.amount,
    movements: pages.flatMap(buildMovements),
    messages: pages.flatMap(({ messages }) => messages),
    warnings: [],
  };
}

const buildMovements = ({ movements, places }: Page): readonly Movement[] =>
  movements.map(({ read, supplement, said }, index) => {
    const communication = said.communication ?? (hasText(said) ? undefined : cleanText(supplement.join(' ')));
    return {
      ...read,
      ...said,
      ...(communication !== undefined && { communication }),
      place: places[index]!,
    };
  });

const hasText = ({ communication, structured_communication }: Partial<Movement>): boolean =>
  communication !== undefined || structured_communication !== undefined;
