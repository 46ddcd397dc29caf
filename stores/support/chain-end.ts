/** End of a stream: the next event is chained to it. */
export interface ChainEnd {
  readonly stream: string;
  readonly revision: number;
  /** Hash of the last event; null if there is none yet. */
  readonly hash: string | null;
}
