/** Changes of the company file on the page, by others and by this page. */

/** A change of the feed; `data` is the record as its GET returns it. */
export interface LiveChange {
  readonly resource: string;
  readonly op: 'upsert' | 'delete';
  readonly id: number;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** An answer with this `X-Position`, or a higher one, shows the change. */
  readonly position: number;
}

export interface News {
  /** Answers below this position are out of date; infinity: all of them. */
  readonly position: number;
  /** What has changed; null: anything. */
  readonly resources: ReadonlySet<string> | null;
  /** Empty after a change by this page, which has its answer. */
  readonly changes: readonly LiveChange[];
}

export interface Live {
  /** Position of the latest news, or of the first answer; less than any position before. */
  readonly latest: number;
  /** Tells the position of the first answer: changes are followed from there. */
  begin(position: number): void;
  readonly begun: Promise<number>;
  /** Calls for all news until the returned function is called. */
  follow(listener: (news: News) => void): () => void;
  tell(news: News): void;
}

export function createLive(): Live {
  const listeners = new Set<(news: News) => void>();
  let latest = -1;
  let begin: (position: number) => void = () => undefined;
  const begun = new Promise<number>((resolve) => (begin = resolve));
  return {
    begun,
    get latest() {
      return latest;
    },
    begin(position) {
      if (latest >= 0) return;
      latest = position;
      begin(position);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(news) {
      if (Number.isFinite(news.position)) latest = Math.max(latest, news.position);
      for (const listener of [...listeners]) listener(news);
    },
  };
}
