/** Why a command cannot be carried out: values, never exceptions, without status or text. `api` translates them. */

/** One thing that is wrong, at a field of the command (dotted path) or of the command as a whole. */
export interface Problem {
  /** Key of the message in the catalogue, such as `entry_unbalanced`. */
  readonly code: string;
  /** Dotted path of the field, such as `lines.0.account_id`. */
  readonly field?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Parameters that are enumerations of messages, such as what a record is used by. */
  readonly lists?: Readonly<Record<string, readonly Pick<Problem, 'code' | 'params'>[]>>;
}

export interface Refusal {
  readonly refused: true;
  /** Stable machine reason shown to clients, such as `in_use`; plain validation has none. */
  readonly code?: string;
  /** Never empty. */
  readonly problems: readonly Problem[];
  /** Facts that the answer carries along, such as `server_version` of a conflict. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export type Decision<Event> = readonly Event[] | Refusal;

export function refuse(code: string, problem: Partial<Problem> = {}, facts?: Refusal['facts']): Refusal {
  return { refused: true, code, problems: [{ code, ...problem }], ...(facts && { facts }) };
}

export function invalid(problems: readonly Problem[]): Refusal {
  return { refused: true, problems };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
}

/** For exhaustive switches: a case that the compiler knows cannot happen. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
