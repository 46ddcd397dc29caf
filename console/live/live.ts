import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { createLive, type Live, type LiveChange } from './news.ts';

/** Outside of company files there are no news. */
export const LiveContext = createContext<Live>(createLive());
export const useLive = (): Live => useContext(LiveContext);

interface Edited {
  /** As in the feed, such as `third-parties`. */
  readonly resource: string;
  readonly id: number;
  /** The version that the reader edits. */
  readonly version: number;
}

/** The newer version of a record that is being edited; null while there is none. */
export function useNewerVersion({ resource, id, version }: Edited): LiveChange | null {
  const live = useLive();
  const [newest, setNewest] = useState<LiveChange | null>(null);
  useEffect(() => {
    setNewest(null);
    return live.follow(({ changes }) => {
      const change = changes.findLast((one) => one.resource === resource && one.id === id);
      if (change) setNewest(change);
    });
  }, [live, resource, id]);
  return newest !== null && newest.version > version ? newest : null;
}
