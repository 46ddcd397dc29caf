import type { Page } from './answers.ts';
import type { Query } from './api.ts';
import { useLoaded, useScene, type Loaded } from './scene.ts';

/** A long list: what has been read of it, how many there are, and the answer that its first page came with. */
export interface Paged<Row, Answer extends Page<Row>> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly first: Answer;
}

const PER_PAGE = 500;
/** As many as a person can look at; who needs more narrows the days. */
const MOST_PAGES = 40;

/** Whoever is still moving through time looks at no other page. */
const STAYED_MS = 400;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** The first page is shown as soon as it is there, and the others come behind it. */
export function usePages<Row, Answer extends Page<Row> = Page<Row>>(
  path: string,
  query: Query,
): Loaded<Paged<Row, Answer>> {
  const { api } = useScene();
  return useLoaded(`${path} ${JSON.stringify(query)}`, async (signal, show) => {
    const asked = (page: number): Promise<Answer> =>
      api.get<Answer>(path, { ...query, page, per_page: PER_PAGE }, signal);
    const first = await asked(1);
    let rows = first.data;
    for (let page = 2; page <= Math.min(first.last_page, MOST_PAGES); page += 1) {
      show({ rows, total: first.total, first });
      if (page === 2) await pause(STAYED_MS);
      rows = [...rows, ...(await asked(page)).data];
    }
    return { rows, total: first.total, first };
  });
}
