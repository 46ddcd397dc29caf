/** The boxes and equations of a form of the tax return in one of its editions, read from the data files. */
import { readOneOf, readOptional, readTable, readWords, type DataTable } from '../../data-table.ts';
import { parseAccounts, parseContent, parseTerms, type BoxContent, type LedgerBase, type Term } from './content.ts';

export const EDITIONS = ['2025', '2026'] as const;
export type Edition = (typeof EDITIONS)[number];

export interface BoxDeclaration {
  readonly code: string;
  readonly section: string;
  readonly column: string;
  readonly content: BoxContent;
  /** As on the form; only its French text is authentic. */
  readonly label: string;
  readonly isTotal: boolean;
}

export interface Equation {
  readonly code: string;
  readonly severity: 'blocking' | 'warning';
  readonly left: readonly Term[];
  readonly right: readonly Term[];
  /** Boxes that may take a rounding difference; a list is used if the lists before it are zero. */
  readonly settle: readonly (readonly string[])[];
}

export interface LiasseDeclaration {
  readonly code: '2050' | '2033';
  readonly edition: Edition;
  /** In the order of the form. Boxes that are not on the form begin with an underscore. */
  readonly boxes: readonly BoxDeclaration[];
  /** Values at the start of a year, with the box of the end that they continue. */
  readonly carried: readonly { readonly start: string; readonly end: string }[];
  /** Rounding differences are settled in this order. */
  readonly equations: readonly Equation[];
}

export interface LiasseTables {
  readonly boxes: DataTable;
  readonly movements: DataTable;
  readonly equations: DataTable;
}

const CERTAINTIES = ['certain', 'likely', ''] as const;

export function readLiasse(code: '2050' | '2033', edition: Edition, tables: LiasseTables): LiasseDeclaration {
  const rows = readMovementRows(tables.movements);
  const own = withNetColumn(readBoxes(tables.boxes, edition));
  const sections = [...new Set(readTable(tables.boxes, BOX_COLUMNS).map(({ section }) => section))];
  const order = [...new Set([...sections, ...rows.map(({ section }) => section)])].sort();
  const moved = rows.flatMap((row) => listRowBoxes(row, rows));
  const boxes = order.flatMap((section) => {
    const isHere = (box: BoxDeclaration): boolean => box.section === section;
    // A table of movements comes first in its form.
    return [...moved.filter(isHere), ...own.filter(isHere)];
  });
  const known = new Set(boxes.map((box) => box.code));
  const onForm = (terms: readonly Term[]): readonly Term[] => terms.filter((term) => known.has(term.code));
  const equations = [...readEquations(tables.equations), ...listRowEquations(rows)];
  return {
    code,
    edition,
    boxes,
    carried: rows
      .filter(({ accounts }) => !/^(=|enter|none)/.test(accounts))
      .map(({ codes }) => ({ start: codes.start!, end: codes.end! })),
    equations: orderEquations(equations.map((one) => ({ ...one, left: onForm(one.left), right: onForm(one.right) }))),
  };
}

const BOX_COLUMNS = ['code', 'section', 'editions', 'column', 'content', 'sure', 'label'] as const;

function readBoxes(table: DataTable, edition: Edition): readonly BoxDeclaration[] {
  return readTable(table, BOX_COLUMNS)
    .filter(({ editions, sure }) => {
      readOneOf(sure, CERTAINTIES);
      return editions === '' || editions === edition;
    })
    .map(({ code, section, column, content: text, label }) => {
      const content = parseContent(text);
      return { code, section, column, content, label, isTotal: content.kind === 'sum' && !content.isProposal };
    });
}

/** The form gives the net column no codes: the net of AB and AC is `AB.net`. */
function withNetColumn(boxes: readonly BoxDeclaration[]): readonly BoxDeclaration[] {
  return boxes.flatMap((box, place) => {
    const gross = boxes[place - 1];
    if (box.column !== 'written_off' || gross?.column !== 'gross') return [box];
    const terms = [
      { code: gross.code, sign: 1 as const },
      { code: box.code, sign: -1 as const },
    ];
    const content: BoxContent = { kind: 'sum', terms, part: 'all', isProposal: false };
    return [box, { ...gross, code: `${gross.code}.net`, column: 'net', content, isTotal: true }];
  });
}

const EQUATION_COLUMNS = ['code', 'severity', 'left', 'right', 'settle'] as const;

function readEquations(table: DataTable): readonly Equation[] {
  return readTable(table, EQUATION_COLUMNS).map(({ code, severity, left, right, settle }) => ({
    code,
    severity: readOneOf(severity, ['blocking', 'warning']),
    left: parseTerms(left),
    right: parseTerms(right),
    settle: settle.split(' | ').map(readWords),
  }));
}

const MOVEMENT_COLUMNS = [
  'section',
  'row',
  'accounts',
  'agrees',
  'start',
  'revaluation',
  'increase',
  'transfer',
  'decrease',
  'end',
  'original',
  'label',
] as const;

/** The columns of a table of movements, in its order. */
const PARTS = ['start', 'revaluation', 'increase', 'transfer', 'decrease', 'end', 'original'] as const;
type Part = (typeof PARTS)[number];

/** A line of a table of movements: value at the start, movements, value at the end. */
interface MovementRow {
  readonly section: string;
  readonly row: string;
  readonly accounts: string;
  /** Boxes of the balance sheet that the values at the end agree with. */
  readonly agrees: string;
  readonly codes: Readonly<Record<Part, string | null>>;
  readonly label: string;
}

function readMovementRows(table: DataTable): readonly MovementRow[] {
  return readTable(table, MOVEMENT_COLUMNS).map((record) => ({
    section: record.section,
    row: record.row,
    accounts: record.accounts,
    agrees: record.agrees,
    codes: {
      start: readOptional(record.start),
      revaluation: readOptional(record.revaluation),
      increase: readOptional(record.increase),
      transfer: readOptional(record.transfer),
      decrease: readOptional(record.decrease),
      end: readOptional(record.end),
      original: readOptional(record.original),
    },
    label: record.label,
  }));
}

function listRowBoxes(row: MovementRow, rows: readonly MovementRow[]): readonly BoxDeclaration[] {
  return PARTS.flatMap((part) => {
    const code = row.codes[part];
    if (code === null) return [];
    const content = getPartContent(row, part, rows);
    const isTotal = content.kind === 'sum';
    return [{ code, section: row.section, column: part, content, label: row.label, isTotal }];
  });
}

/** What an asset account gains is debited; depreciation and provisions are credited. */
const BASES: Readonly<Record<'debit' | 'credit', Readonly<Partial<Record<Part, LedgerBase>>>>> = {
  debit: { start: 'opening', increase: 'debits', transfer: 'transfers', decrease: 'disposals', end: 'balance' },
  credit: { start: 'opening', increase: 'credits', decrease: 'debits', end: 'balance' },
};

function getPartContent(row: MovementRow, part: Part, rows: readonly MovementRow[]): BoxContent {
  const [first = '', ...words] = row.accounts.split(' ');
  if (first === '=') {
    const added = rows.filter((other) => other.section === row.section && words.includes(other.row));
    const terms = added.flatMap(({ codes }) => (codes[part] === null ? [] : [{ code: codes[part], sign: 1 as const }]));
    return { kind: 'sum', terms, part: 'all', isProposal: false };
  }
  if (first === 'none') return { kind: 'none' };
  const usual = first === 'enter' ? undefined : BASES[first === 'D' ? 'debit' : 'credit'][part];
  if (usual === undefined) return { kind: 'entered' };
  // Without a column for transfers, they are decreases.
  const base = usual === 'disposals' && row.codes.transfer === null ? 'credits' : usual;
  const accounts = parseAccounts(row.accounts);
  const isSigned = base === 'balance' || base === 'opening';
  return { kind: 'ledger', base, accounts: isSigned ? accounts : { ...accounts, sign: 1 } };
}

/** The values at the end agree with the balance sheet, and every line adds up. */
function listRowEquations(rows: readonly MovementRow[]): readonly Equation[] {
  const counted = rows.filter(({ accounts }) => !/^(=|enter)/.test(accounts));
  const groups = [...new Set(counted.map(({ agrees }) => agrees).filter((agrees) => agrees !== ''))];
  const ends = groups.map((agrees): Equation => {
    const left = counted
      .filter((row) => row.agrees === agrees)
      .map(({ codes }) => ({ code: codes.end!, sign: 1 as const }));
    const settle = [left.map(({ code }) => code)];
    const code = `end-${left[0]!.code}`;
    return { code, severity: 'blocking', left, right: parseTerms(agrees), settle };
  });
  return [...ends, ...counted.map(buildRowEquation)];
}

function buildRowEquation({ codes }: MovementRow): Equation {
  const toTerms = (parts: readonly Part[], sign: 1 | -1): readonly Term[] =>
    parts.flatMap((part) => (codes[part] === null ? [] : [{ code: codes[part], sign }]));
  const movements = (['increase', 'decrease', 'transfer'] as const).flatMap((part) => codes[part] ?? []);
  return {
    code: `row-${codes.end}`,
    severity: 'blocking',
    left: [...toTerms(['start', 'revaluation', 'increase'], 1), ...toTerms(['transfer', 'decrease'], -1)],
    right: [{ code: codes.end!, sign: 1 }],
    settle: [movements, [codes.start!]],
  };
}

/** The balance sheet first: what it settles changes the others. Then values at the end, and the lines last. */
function orderEquations(equations: readonly Equation[]): readonly Equation[] {
  const rank = ({ code, settle }: Equation): number => {
    if (code.startsWith('end-')) return 2;
    if (code.startsWith('row-')) return 3;
    return settle[0]!.length > 0 ? 1 : 4;
  };
  return equations.toSorted((one, other) => rank(one) - rank(other));
}
