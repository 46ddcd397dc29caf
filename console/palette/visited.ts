import { useEffect } from 'preact/hooks';
import type { CompanyFile } from '../support/answers.ts';
import type { View } from '../support/place.ts';
import { useConsole } from '../support/scene.ts';
import { rememberPlace } from './recent.ts';

/** Remembers the views and accounts that the reader visits; other records are remembered when they are found. */
export function useVisited({ name }: CompanyFile, view: View): void {
  const { place, say } = useConsole();
  const { file, account, entry, operation, party } = place;
  useEffect(() => {
    if (entry !== undefined || operation !== undefined || party !== undefined) return;
    const title = account === undefined ? say(view) : `${say('account')} ${account}`;
    rememberPlace({ place: { file: file!, view, ...(account !== undefined && { account }) }, title, subtitle: name });
  }, [file, view, account, entry, operation, party]);
}
