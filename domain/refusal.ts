import type { Labels } from './language.ts';

/** Why a command is refused: values, never exceptions, without status or text. `api` translates them. */

/** One problem, with a field of the command (dotted path) or with the command as a whole. */
export interface Problem {
  /** Key of the message in the catalogue, such as `entry_unbalanced`. */
  readonly code: string;
  /** Dotted path of the field, such as `lines.0.account_id`. */
  readonly field?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Parameters with a text per language, such as the label of a period: a message has one language. */
  readonly labels?: Readonly<Record<string, Labels>>;
  /** Parameters that are lists of messages, such as the uses of a record. */
  readonly lists?: Readonly<Record<string, readonly Pick<Problem, 'code' | 'params'>[]>>;
}

export interface Refusal {
  readonly refused: true;
  /** Stable machine-readable reason for clients, such as `in_use`. Absent for plain validation errors. */
  readonly code?: string;
  /** Never empty. */
  readonly problems: readonly Problem[];
  /** Additional facts in the response, such as `server_version` for a conflict. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Shared by checks that find nothing wrong, so that they allocate nothing. */
export const NO_PROBLEMS: readonly Problem[] = [];

/** A value and the problems found while it was determined. */
export interface Checked<Value> {
  readonly value: Value;
  readonly problems: readonly Problem[];
}

/** Adds the problems of a checked value to those of the caller and returns the value. */
export function collectValue<Value>({ value, problems: found }: Checked<Value>, problems: Problem[]): Value {
  if (found.length > 0) problems.push(...found);
  return value;
}

/** All problems in the given order. */
export const joinProblems = (...parts: readonly (readonly Problem[])[]): readonly Problem[] =>
  parts.every(({ length }) => length === 0) ? NO_PROBLEMS : parts.flat();

export type Decision<Event> = readonly Event[] | Refusal;

export function refuse(code: string, problem: Partial<Problem> = {}, facts?: Refusal['facts']): Refusal {
  return { refused: true, code, problems: [{ code, ...problem }], ...(facts && { facts }) };
}

export function refuseInvalid(problems: readonly Problem[]): Refusal {
  return { refused: true, problems };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
}

/** For exhaustive switches: a case that the compiler excludes. */
export function assertUnreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
