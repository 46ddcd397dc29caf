import type { Approval, EntryFact, Facts } from './facts.ts';
import { isGenerated, type Finding } from './finding.ts';

interface OwnApproval {
  readonly approval: Approval;
  readonly userId: number;
  /** The entries that the person had posted before. */
  readonly own: readonly EntryFact[];
}

/**
 * Finds people who approved a document, return or year and also posted entries of it. What a person did again and again
 * in a fiscal year is one finding.
 */
export function findSamePeople(facts: Facts): readonly Finding[] {
  const groups = new Map<string, OwnApproval[]>();
  for (const found of listOwnApprovals(facts)) {
    const key = `${found.userId} ${found.approval.kind} ${found.own[0]!.year}`;
    groups.set(key, [...(groups.get(key) ?? []), found]);
  }
  return [...groups.values()].map((group) => toFinding(group, facts.returns));
}

function listOwnApprovals({ approvals, entries, returns }: Facts): readonly OwnApproval[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return approvals.flatMap((approval): readonly OwnApproval[] => {
    const { userId, recordedAt } = approval;
    if (userId === null) return [];
    const own = listApprovedEntries(approval, entries, byId, returns).filter(
      (entry) => entry.userId === userId && entry.recordedAt <= recordedAt,
    );
    return own.length === 0 ? [] : [{ approval, userId, own }];
  });
}

function toFinding(group: readonly OwnApproval[], returns: Facts['returns']): Finding {
  const { approval, userId, own } = group.at(-1)!;
  const { kind, recordedAt, operationId, id } = approval;
  const period = returns.get(id);
  const detail =
    group.length > 1 || kind === 'closing'
      ? own[0]!.year
      : kind === 'document'
        ? own[0]!.name
        : `${period!.from} – ${period!.to}`;
  const times = group.reduce((sum, one) => sum + one.own.length, 0);
  return { operationId, cells: { user: userId, why: kind, detail, recorded: recordedAt, times } };
}

/** Lists the entries covered by an approval. */
function listApprovedEntries(
  { kind, id, entryId }: Approval,
  entries: readonly EntryFact[],
  byId: ReadonlyMap<number, EntryFact>,
  returns: Facts['returns'],
): readonly EntryFact[] {
  if (kind === 'document') {
    const entry = entryId === null ? undefined : byId.get(entryId);
    return entry ? [entry] : [];
  }
  if (kind === 'closing') return entries.filter((entry) => entry.fiscalYearId === id && !isGenerated(entry));
  const period = returns.get(id);
  return period ? entries.filter(({ date, isTaxed }) => isTaxed && date >= period.from && date <= period.to) : [];
}
