/** The smallest of the values that is at least as large as `part` of them. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * part), sorted.length) - 1]!;
}
