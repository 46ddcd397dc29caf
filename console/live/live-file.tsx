import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { getFilePath, useConsole } from '../support/scene.ts';
import { LiveContext } from './live.ts';
import { createLive } from './news.ts';

/** Follows the company file of the page while it is open. The program that does so is loaded after the first view. */
export function LiveFile({ children }: { readonly children: ComponentChildren }) {
  const { api, place } = useConsole();
  const path = getFilePath(place);
  const live = useMemo(createLive, [path]);
  useEffect(() => {
    const control = new AbortController();
    void import('./follow.ts').then(
      ({ followFile }) => followFile({ path, token: api.token, live, signal: control.signal }),
      () => undefined,
    );
    return () => control.abort();
  }, [path, api.token]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}
