/** A batch between request and write. */
export interface Underway {
  /** Resolves when its statement has been sent, or when it has ended otherwise. */
  readonly sent: Promise<void>;
  readonly ended: Promise<void>;
  feedHeads: ReadonlyMap<number, number> | null;
  /** True when the first statement sent is the one that was written. */
  isWrittenAsSent: boolean;
  markSent(feedHeads: ReadonlyMap<number, number>): void;
  markEnded(): void;
}

export function createUnderway(): Underway {
  let onSent: () => void;
  let onEnded: () => void;
  return {
    sent: new Promise<void>((resolve) => (onSent = resolve)),
    ended: new Promise<void>((resolve) => (onEnded = resolve)),
    feedHeads: null,
    isWrittenAsSent: false,
    markSent(feedHeads) {
      this.feedHeads = feedHeads;
      onSent();
    },
    markEnded() {
      onSent();
      onEnded();
    },
  };
}
