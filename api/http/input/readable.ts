import type { z } from 'zod';
import type { Problem, Refusal } from '../../../domain/refusal.ts';

/**
 * A body with something wrong in it is looked at all the same, so that whoever sent it learns at once what is wrong with the
 * rest: what cannot be read is left out, or something harmless stands in for it.
 */

export type StandIns = Readonly<Record<string, unknown>>;

type Members = Record<string, unknown>;

/** What the body says apart from the wrong fields; undefined when it cannot be read without them. */
export function readable(schema: z.ZodType, body: unknown, problems: readonly Problem[], standIns: StandIns): unknown {
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

/** Problems that come from how fields of one place stand to one another: not known while one of them is wrong. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  line_both_sides: ['debit', 'credit'],
  line_no_side: ['debit', 'credit', 'tax_base'],
  account_contradicts: ['account', 'account_id'],
  vat_code_contradicts: ['vat_code', 'vat_code_id'],
  due_date_before_entry_date: ['due_date', 'entry_date'],
  credited_entry_of_another: ['credited_entry_id', 'third_party_id'],
};

/** Both kinds of problems in one refusal: those of the form, and those of the rest that do not follow from them. */
export function together(wrong: readonly Problem[], refused: Refusal): Refusal {
  const paths = wrong.map(({ field = '' }) => field);
  const others = refused.problems.filter(({ code, field = '' }) => {
    if (code === 'required' || paths.some((path) => isWithin(path, field) || isWithin(field, path))) return false;
    if (RELATIONS[code]?.some((other) => paths.includes(`${placeOf(field)}${other}`))) return false;
    // What tax a document gives follows from its lines.
    return !(field.includes('vat_amounts.') && paths.some((path) => path.includes('lines.')));
  });
  const problems = [...wrong, ...others];
  // A reason that goes for the whole request, such as a locked period, still goes for it.
  const isStillSo = others.some(({ code }) => code === refused.code);
  return isStillSo ? { ...refused, problems } : { refused: true, problems };
}

const placeOf = (field: string): string => field.slice(0, field.lastIndexOf('.') + 1);
const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
