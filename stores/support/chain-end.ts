/** Where a stream stands: what the next event of it is chained to. */
export interface ChainEnd {
  readonly stream: string;
  readonly revision: number;
  /** Hash of the last event; null before the first. */
  readonly hash: string | null;
}
