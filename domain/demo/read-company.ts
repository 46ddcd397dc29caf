/** Turns the data file of a demo company into its type. The compiler checks the names of the fields. */
import { readOneOf } from '../data-table.ts';
import { LANGUAGES } from '../language.ts';
import type { DemoCompany, DemoParty, Habit, WaitingDocument } from './company.ts';

/** The type of a JSON file that describes a value: it has no literal types and no lists of a fixed length. */
type InFile<Value> = Value extends string
  ? string
  : Value extends boolean
    ? boolean
    : Value extends readonly (infer Item)[]
      ? readonly InFile<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: InFile<Value[Key]> | (string extends keyof Value ? undefined : never) }
        : Value;

type Range = readonly [low: number, high: number];

/** @throws if a field has a value that its type does not allow. */
export function readDemoCompany(file: InFile<DemoCompany>): DemoCompany {
  return {
    ...(file as DemoCompany),
    locale: readOneOf(file.locale, LANGUAGES),
    vatRegime: readOneOf(file.vatRegime, ['monthly', 'quarterly', 'franchise']),
    parties: file.parties.map(readParty),
    habits: file.habits.map(readHabit),
    waiting: file.waiting.map(readWaitingDocument),
    prepared: file.prepared.map((sale) => ({ ...sale, kind: readOneOf(sale.kind, ['invoice', 'quotation']) })),
  };
}

function readParty(party: InFile<DemoParty>): DemoParty {
  if (party.isPrivate === false) throw new Error(`isPrivate of ${party.key} must be true or missing`);
  return { ...(party as DemoParty), type: readOneOf(party.type, ['customer', 'supplier']) };
}

function readHabit(habit: InFile<Habit>): Habit {
  if (habit.isFixed === false || habit.isRecurring === false) throw new Error('A habit has a flag that is not true');
  return {
    ...(habit as Habit),
    kind: readOneOf(habit.kind, ['sale', 'purchase']),
    ...(habit.timesAMonth && { timesAMonth: readRange(habit.timesAMonth) }),
    amount: readRange(habit.amount),
  };
}

function readRange(numbers: readonly number[]): Range {
  const [low, high] = numbers;
  if (low === undefined || high === undefined || numbers.length > 2 || low > high) {
    throw new Error(`Expected two ascending numbers instead of ${numbers.join()}`);
  }
  return [low, high];
}

function readWaitingDocument(document: InFile<WaitingDocument>): WaitingDocument {
  return {
    ...(document as WaitingDocument),
    form: readOneOf(document.form, ['ubl', 'pdf']),
    lines: document.lines.map((line) => ({ ...line, rate: readOneOf(line.rate, ['6', '12', '21']) })),
  };
}
