/** A statement of one form, which differs from others in the tables and columns that it writes. */
export interface StatementForm {
  /** Absent if the form should not be prepared. */
  readonly name?: string;
  readonly text: string;
}

export interface FormLimits {
  /** Texts have some kilobytes each. Further forms are built on each use. */
  readonly maxKept: number;
  /** Every connection of a pool keeps the plans of its prepared forms, which takes much more memory than the texts. */
  readonly maxPrepared: number;
  /** Names begin with it; different for each set of forms. */
  readonly prefix?: string;
}

/** Finds the form of a key, or builds its text. Each pool prepares the forms that it uses first. */
export type FindForm = (pool: object, key: string, build: () => string) => StatementForm;

export function createStatementForms({ maxKept, maxPrepared, prefix = 'project' }: FormLimits): FindForm {
  const kept = new Map<string, Required<StatementForm>>();
  const preparedNames = new WeakMap<object, Set<string>>();

  function isPrepared(pool: object, name: string): boolean {
    let names = preparedNames.get(pool);
    if (names === undefined) preparedNames.set(pool, (names = new Set()));
    if (names.size < maxPrepared) names.add(name);
    return names.has(name);
  }

  return (pool, key, build) => {
    let form = kept.get(key);
    if (form === undefined) {
      const text = build();
      if (kept.size >= maxKept) return { text };
      kept.set(key, (form = { name: `${prefix}-${kept.size}`, text }));
    }
    return isPrepared(pool, form.name) ? form : { text: form.text };
  };
}
