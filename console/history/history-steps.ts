/** Changes of a company file, with those of one operation together. */

export interface Activity {
  readonly id: number;
  readonly event: string;
  /** A sentence with the person and the object. */
  readonly summary: string;
  readonly operation_id: string;
  readonly user: { readonly id: number; readonly name: string | null } | null;
  readonly device: { readonly name: string | null } | null;
  readonly origin: string;
  readonly created_at: string;
}

export interface ActivityPage {
  readonly data: readonly Activity[];
  readonly has_more: boolean;
}

export interface Step {
  /** The sentence that tells most: the last one, or the one about an undo. */
  readonly headline: Activity;
  /** Newest first. */
  readonly items: readonly Activity[];
}

/** Only neighbours are joined, so that the order stays that of time. */
export function groupByOperation(rows: readonly Activity[]): readonly Step[] {
  const groups: Activity[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]!.operation_id === row.operation_id) last.push(row);
    else groups.push([row]);
  }
  return groups.map((items) => ({
    headline: items.find(({ event }) => event === 'OperationReverted') ?? items[0]!,
    items,
  }));
}
