import type { CompanyFile } from '../company-file-state.ts';
import { sameJson, type JsonRecord } from '../json.ts';
import { changeOf } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { conflict } from '../records/records.ts';
import { living } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { budgets } from './budget.ts';
import { keyOf, type BudgetLine } from './lines.ts';

/** Lines of a budget from the lines of a file: all of them or none. */

/** `merge`: lines of other accounts and codes stay as they are; `replace`: what the file does not have goes. */
export const BUDGET_IMPORT_MODES = ['merge', 'replace'] as const;

export interface ImportBudgetLines {
  readonly type: 'ImportBudgetLines';
  readonly id: number;
  readonly mode: (typeof BUDGET_IMPORT_MODES)[number];
  readonly rows: readonly { /** Of the file, from 1. */ readonly line: number; readonly data: JsonRecord }[];
  readonly baseVersion: number | null;
}

export interface PlannedLine {
  readonly line: number;
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly data: BudgetLine;
}

export interface PlannedImport {
  readonly lines: readonly PlannedLine[];
  readonly removed: number;
  /** None where the budget is so already. */
  readonly events: readonly RecordEvent[];
}

export function decideBudgetImport(command: ImportBudgetLines, file: CompanyFile): Decision<RecordEvent> {
  const plan = planBudgetImport(command, file);
  return isRefusal(plan) ? plan : plan.events;
}

/** What the file would do to the budget. */
export function planBudgetImport(command: ImportBudgetLines, file: CompanyFile): PlannedImport | Refusal {
  const { id, mode, baseVersion } = command;
  const record = living(file.records, budgets, id);
  if (!record) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
  const { lines: before } = record.data;
  const { rows, repeated } = withoutRepeated(command.rows);
  const { lines, placeOfRow } = merged(before, { ...command, rows });
  const { changes, previous, problems } = changeOf(budgets, id, record, { lines }, file);
  const told = [...problems.flatMap((problem) => atLine(problem, rows, placeOfRow)), ...repeated];
  if (told.length > 0) return invalid(told);
  const after = (changes['lines'] ?? before) as readonly BudgetLine[];
  const known = new Map(before.map((line) => [keyOf(line), line]));
  const kept = new Set(after.map(keyOf));
  return {
    lines: rows.map(({ line }, row) => {
      const data = after[placeOfRow[row]!]!;
      const earlier = known.get(keyOf(data));
      const action = earlier === undefined ? 'created' : sameJson(earlier, data) ? 'unchanged' : 'updated';
      return { line, action, data };
    }),
    removed: mode === 'replace' ? before.filter((line) => !kept.has(keyOf(line))).length : 0,
    events:
      Object.keys(changes).length === 0
        ? []
        : [
            {
              type: 'RecordUpdated',
              data: { resource: budgets.name, id, version: record.version + 1, changes, previous },
            },
          ],
  };
}

/** Only the first of rows that name the same account and code; the others are told. */
function withoutRepeated(all: ImportBudgetLines['rows']) {
  const lines = new Map<string, number>();
  const repeated: Problem[] = [];
  const rows = all.filter(({ line, data }) => {
    const earlier = lines.get(keyOf(data));
    if (earlier === undefined) lines.set(keyOf(data), line);
    else repeated.push({ code: 'import_duplicate_key', field: `lines.${line}.account`, params: { line: earlier } });
    return earlier === undefined;
  });
  return { rows, repeated };
}

/** The lines that there will be, and the place of each row among them. */
function merged(before: readonly BudgetLine[], { rows, mode }: ImportBudgetLines) {
  if (mode === 'replace') return { lines: rows.map(({ data }) => data), placeOfRow: rows.map((_, row) => row) };
  const lines: JsonRecord[] = [...before];
  const places = new Map(before.map((line, place) => [keyOf(line), place]));
  const placeOfRow = rows.map(({ data }) => {
    const place = places.get(keyOf(data)) ?? lines.length;
    lines[place] = data;
    return place;
  });
  return { lines, placeOfRow };
}

/** Problems are told by the lines of the file; what a line that stays as it is was accepted with is not held against the file. */
function atLine(problem: Problem, rows: ImportBudgetLines['rows'], placeOfRow: readonly number[]): readonly Problem[] {
  const [, place, member] = /^lines\.(\d+)(\..*)?$/.exec(problem.field ?? '') ?? [];
  if (place === undefined) return [problem];
  const row = placeOfRow.indexOf(Number(place));
  return row < 0 ? [] : [{ ...problem, field: `lines.${rows[row]!.line}${member ?? ''}` }];
}
