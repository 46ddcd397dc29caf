import type { z } from 'zod';
import type { Problem, Refusal } from '../../../domain/refusal.ts';

/**
 * An invalid body is still checked as far as possible, so that the client learns about all problems at once: unreadable
 * fields are left out or replaced by harmless values.
 */

export type StandIns = Readonly<Record<string, unknown>>;

type Members = Record<string, unknown>;

/** The body without its invalid fields; undefined if it cannot be parsed without them. */
export function parseReadablePart(
  schema: z.ZodType,
  body: unknown,
  problems: readonly Problem[],
  standIns: StandIns,
): unknown {
  const copy: unknown = structuredClone(body);
  for (const { field } of problems) {
    const path = field?.split('.') ?? [];
    const name = path.pop();
    const holder = path.reduce<unknown>((value, part) => (value as Members | undefined | null)?.[part], copy);
    if (name === undefined || typeof holder !== 'object' || holder === null) return undefined;
    if (Object.hasOwn(standIns, name)) (holder as Members)[name] = standIns[name];
    else if (Array.isArray(holder)) return undefined;
    else delete (holder as Members)[name];
  }
  const parsed = schema.safeParse(copy);
  return parsed.success ? parsed.data : undefined;
}

/** Problems about the relation between fields of the same object: unknown while one of them is invalid. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  line_both_sides: ['debit', 'credit'],
  line_no_side: ['debit', 'credit', 'tax_base'],
  account_contradicts: ['account', 'account_id'],
  vat_code_contradicts: ['vat_code', 'vat_code_id'],
  due_date_before_entry_date: ['due_date', 'entry_date'],
  credited_entry_of_another: ['credited_entry_id', 'third_party_id'],
};

/** Combines schema problems with the other problems that do not follow from them. */
export function combineProblems(wrong: readonly Problem[], refused: Refusal): Refusal {
  const paths = wrong.map(({ field = '' }) => field);
  const others = refused.problems.filter(({ code, field = '' }) => {
    if (code === 'required' || paths.some((path) => isWithin(path, field) || isWithin(field, path))) return false;
    if (RELATIONS[code]?.some((other) => paths.includes(`${getParentPath(field)}${other}`))) return false;
    // The tax of a document follows from its lines.
    return !(field.includes('vat_amounts.') && paths.some((path) => path.includes('lines.')));
  });
  const problems = [...wrong, ...others];
  // A reason for the whole request, such as a locked period, still applies.
  const isStillSo = others.some(({ code }) => code === refused.code);
  return isStillSo ? { ...refused, problems } : { refused: true, problems };
}

const getParentPath = (field: string): string => field.slice(0, field.lastIndexOf('.') + 1);
const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
