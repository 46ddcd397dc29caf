import type pg from 'pg';
import { ERASED_TEXT, listPersonalFields } from '../../domain/persons/erasable-fields.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { listErasedParts } from '../../projections/persons/erasures.ts';

/** Shown in the place of an erased value. */
const ERASED = { erased: true };

interface Change {
  readonly resource: string;
  readonly record_id: number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Marks erased values, so that they are not mistaken for empty ones. */
export async function markErasedValues<One extends Change>(
  pool: pg.Pool,
  companyId: number,
  changes: readonly One[],
): Promise<readonly One[]> {
  const ids = changes.filter(({ resource }) => resource === thirdParties.name).map(({ record_id }) => record_id);
  const parts = await listErasedParts(pool, companyId, [...new Set(ids)]);
  return changes.map((change) => {
    const part = change.resource === thirdParties.name ? parts.get(change.record_id) : undefined;
    const erased = new Set<string>(part ? listPersonalFields(part) : []);
    return { ...change, before: markFields(change.before, erased), after: markFields(change.after, erased) };
  });
}

function markFields(values: Change['before'], erased: ReadonlySet<string>): Change['before'] {
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, erased.has(name) ? ERASED : markTexts(value)]),
  );
}

function markTexts(value: unknown): unknown {
  if (value === ERASED_TEXT) return ERASED;
  if (Array.isArray(value)) return value.map(markTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, markTexts(one)]));
}
