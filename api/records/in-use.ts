import type { Use } from '../../domain/records/usage.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { countDocumentsUsing } from '../../projections/documents/uses.ts';
import { countEntriesUsing } from '../../projections/ledger/uses.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { RecordApi } from './record-api.ts';

/** Adds what uses a record that cannot be deleted: as data in `used_by`, and in words. */
export async function withUses(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  { resource }: RecordApi,
  id: number,
  refused: Refusal,
): Promise<Refusal> {
  if (refused.code !== 'in_use') return refused;
  const uses = await Promise.all(
    ((refused.facts?.['used_by'] ?? []) as readonly Use[]).map(async (use) => {
      if (use.count !== null) return { resource: use.resource, count: use.count };
      const count = use.resource === 'documents' ? countDocumentsUsing : countEntriesUsing;
      const counted = await count(services.pool, company.id, resource.name, id);
      // The decision has seen at least one use: a count of zero is merely behind.
      return { resource: use.resource, count: Math.max(counted ?? 1, 1) };
    }),
  );
  const said = uses.map(({ resource: user, count }) => ({
    code: `used_by_${user.replaceAll('-', '_')}`,
    params: { count },
  }));
  return {
    ...refused,
    problems: refused.problems.map((problem) => ({ ...problem, lists: { uses: said } })),
    facts: { ...refused.facts, used_by: uses },
  };
}
