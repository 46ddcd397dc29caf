/** What the answers of a read have shown, by the signal of the read. */

export interface Seen {
  /** How far the tables were that all of its answers show; no change is later than infinity. */
  readonly position: number;
  /** Resources that the answers depend on; null: any of the company file. */
  readonly resources: ReadonlySet<string> | null;
}

/** A read whose answers are unknown may be outdated by any change. */
const UNKNOWN: Seen = { position: -1, resources: null };
/** What is not part of a company file, and files, do not change with it. */
const LASTING: Seen = { position: Infinity, resources: new Set() };

/** Lists that change with their own records alone. */
const REGISTERS = new Set(['accounts', 'journals', 'vat-codes', 'analytic-codes', 'third-parties']);

const seen = new WeakMap<AbortSignal, Seen>();
const kept = new WeakSet<AbortSignal>();

/** The read has its first answer without asking the service. */
export function noteKeptAnswer(signal: AbortSignal | undefined): void {
  if (signal && !seen.has(signal)) kept.add(signal);
}

/** Whether the read shows something at once, so that there is nothing to wait for. */
export const hasKeptAnswer = (signal: AbortSignal): boolean => kept.has(signal);

export function noteAnswer(signal: AbortSignal | undefined, path: string, headers: Headers | null): void {
  if (!signal) return;
  const before = seen.get(signal) ?? LASTING;
  // What is deeper, such as the movements of an account, changes with other records.
  const [, resource] = /^\/v1\/companies\/[^/]+\/([^/]+)(?:\/\d+)?$/.exec(path) ?? [];
  if (headers === null || !path.startsWith('/v1/companies/')) return void seen.set(signal, before);
  const isRegister = resource !== undefined && REGISTERS.has(resource);
  seen.set(signal, {
    position: Math.min(before.position, readPosition(headers)),
    resources: isRegister && before.resources ? new Set([...before.resources, resource]) : null,
  });
}

export const getSeen = (signal: AbortSignal): Seen => seen.get(signal) ?? UNKNOWN;

/** Less than any position if the answer has none. */
export const readPosition = (headers: Headers): number => Number(headers.get('X-Position') ?? -1);
