import type { Page } from './answers.ts';
import type { Query } from './api.ts';
import { useLoaded, useScene, type Loaded } from './scene.ts';

/** A long list: what has been read of it, how many there are, and the answer that its first page came with. */
export interface Paged<Row, Answer extends Page<Row>> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly first: Answer;
}

/** More than a screen shows: the least that whoever moves through time has to wait for. */
const AT_FIRST = 100;
const PER_PAGE = 500;
/** As many as a person can look at; who needs more narrows the days. */
const MOST_PAGES = 40;

/** Whoever is still moving through time looks at no other page. */
const STAYED_MS = 400;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** The first rows are shown as soon as they are there; all of them come behind. */
export function usePages<Row, Answer extends Page<Row> = Page<Row>>(
  path: string,
  query: Query,
): Loaded<Paged<Row, Answer>> {
  const { api } = useScene();
  return useLoaded(`${path} ${JSON.stringify(query)}`, async (signal, show) => {
    const asked = (page: number, per_page: number): Promise<Answer> =>
      api.get<Answer>(path, { ...query, page, per_page }, signal);
    const first = await asked(1, AT_FIRST);
    const { total, data } = first;
    if (total <= data.length) return { rows: data, total, first };
    show({ rows: data, total, first });
    await pause(STAYED_MS);
    let rows: readonly Row[] = [];
    for (let page = 1; page <= Math.min(Math.ceil(total / PER_PAGE), MOST_PAGES); page += 1) {
      rows = [...rows, ...(await asked(page, PER_PAGE)).data];
      show({ rows, total, first });
    }
    return { rows, total, first };
  });
}
