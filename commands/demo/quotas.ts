import type { DomainEvent } from '../../domain/event.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import type { Usage, UsageCounters } from '../../stores/demo/usage.ts';
import type { Allowance } from '../support/context.ts';

/** What a visitor of the demo can store in a night. */
const MEGABYTE = 1024 * 1024;
const MEGABYTES_OF_FILES = 50;
export const DEMO_QUOTAS: Usage = { fileBytes: MEGABYTES_OF_FILES * MEGABYTE, events: 5_000, rows: 20_000 };

/** The allowance of each visitor. */
export interface VisitorQuotas {
  open(userId: number): Promise<Allowance>;
}

export function openVisitorQuotas(counters: UsageCounters, quotas: Usage = DEMO_QUOTAS): VisitorQuotas {
  return {
    async open(userId) {
      const used = await counters.get(userId);
      const findExcess = (more: Usage): Refusal | null =>
        used.fileBytes + more.fileBytes > quotas.fileBytes ||
        used.events + more.events > quotas.events ||
        used.rows + more.rows > quotas.rows
          ? refuse('demo_quota_exceeded', {
              params: { megabytes: quotas.fileBytes / MEGABYTE, events: quotas.events, rows: quotas.rows },
            })
          : null;
      return {
        findExcess: (facts) => findExcess(measureEvents(facts)),
        spend: (facts) => counters.add(userId, measureEvents(facts)),
        findFileExcess: (fileBytes) => findExcess({ fileBytes, events: 0, rows: 0 }),
        spendFiles: (fileBytes) => counters.add(userId, { fileBytes, events: 0, rows: 0 }),
      };
    },
  };
}

const measureEvents = (facts: readonly DomainEvent[]): Usage => ({
  fileBytes: 0,
  events: facts.length,
  rows: facts.reduce((rows, { data }) => rows + countRows(data), 0),
});

/** An event and each record, line or movement in it is a row of some table. */
function countRows(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((rows, one) => rows + countRows(one), 0);
  return Array.isArray(value) ? inside : inside + 1;
}
