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
  return useLoaded(`${path} ${JSON.stringify(query)} ${turn}`, async (signal, show) => {
    const fetchPage = (page: number, per_page: number): Promise<Answer> =>
      api.get<Answer>(path, { ...query, page, per_page }, signal);
    const first = await fetchPage(1, AT_FIRST);
    const { total, data } = first;
    if (total <= data.length) return { rows: data, total, first };
    show({ rows: data, total, first });
    await pause(STAYED_MS);
    const rows: Row[] = [];
    for (let page = 1, last = 1; page <= last && rows.length < MOST_ROWS; page += 1) {
      const answer = await fetchPage(page, PER_PAGE);
      rows.push(...answer.data);
      last = answer.last_page;
      show({ rows: [...rows], total: answer.total, first });
    }
    return { rows, total, first };
  });
}
