import { useRef } from 'preact/hooks';
import type { Page } from './answers.ts';
import type { Query } from './api.ts';
import { useLoaded, useConsole, type Loaded } from './scene.ts';

/** A long list: the rows loaded so far, the total count, and the response with its first page. */
export interface Paged<Row, Answer extends Page<Row>> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly first: Answer;
}

/** Slightly more than a screen, so that moving through time stays fast. */
const AT_FIRST = 100;
/** Asked for; the service may give fewer, and says how many pages there are. */
const PER_PAGE = 200;
/** More rows than a person can read; a narrower period shows the rest, and the reports write all of them to a file. */
const MOST_ROWS = 50_000;

/** Delay before further pages are loaded, in case the reader is still moving through time. */
const STAYED_MS = 400;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Shows the first rows as soon as they are loaded; the others follow. */
export function usePages<Row, Answer extends Page<Row> = Page<Row>>(
  path: string,
  query: Query,
  /** Another number reads the list again. */
  turn = 0,
): Loaded<Paged<Row, Answer>> {
  const { api } = useConsole();
  const list = `${path} ${JSON.stringify(query)}`;
  // A list that is read again is replaced as a whole, so that the reader stays where they are.
  const known = useRef<string | null>(null);
  return useLoaded(`${list} ${turn}`, async (signal, show) => {
    const isKnown = known.current === list;
    const fetchPage = (page: number, per_page: number): Promise<Answer> =>
      api.get<Answer>(path, { ...query, page, per_page }, signal);
    let first = await fetchPage(1, isKnown ? PER_PAGE : AT_FIRST);
    if (first.total > first.data.length && !isKnown) {
      show({ rows: first.data, total: first.total, first });
      await pause(STAYED_MS);
      first = await fetchPage(1, PER_PAGE);
    }
    const rows = [...first.data];
    const { total, last_page } = first;
    for (let page = 2; page <= last_page && rows.length < MOST_ROWS; page += 1) {
      if (!isKnown) show({ rows: [...rows], total, first });
      rows.push(...(await fetchPage(page, PER_PAGE)).data);
    }
    known.current = list;
    return { rows, total, first };
  });
}
