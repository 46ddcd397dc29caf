/** A batch between being requested and being written. */
export interface Underway {
  /** Resolves when its statement is on its way, or when it has ended otherwise. */
  readonly sent: Promise<void>;
  readonly ended: Promise<void>;
  feedHeads: ReadonlyMap<number, number> | null;
  /** True when the statement that was sent first is what was written. */
  isWrittenAsSent: boolean;
  send(feedHeads: ReadonlyMap<number, number>): void;
  end(): void;
}

export function underway(): Underway {
  let onSent: () => void;
  let onEnded: () => void;
  return {
    sent: new Promise<void>((resolve) => (onSent = resolve)),
    ended: new Promise<void>((resolve) => (onEnded = resolve)),
    feedHeads: null,
    isWrittenAsSent: false,
    send(feedHeads) {
      this.feedHeads = feedHeads;
      onSent();
    },
    end() {
      onSent();
      onEnded();
    },
  };
}
