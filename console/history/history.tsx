import { useState } from 'preact/hooks';
import { getDayAndHour } from '../audit/book-day.ts';
import { Empty } from '../components/empty.tsx';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { HistoryFilter } from './history-filter.tsx';
import { groupByOperation, type Activity, type ActivityPage, type Step } from './history-steps.ts';
import { sayIn } from './history-words.ts';

const PER_PAGE = 200;

interface Listed {
  readonly rows: readonly Activity[];
  readonly hasMore: boolean;
}

/** All changes of the company file as sentences, newest first. */
export function HistoryView({ life }: FileViewProps) {
  const { say, place } = useConsole();
  const { member, type, since, until } = place;
  return (
    <>
      <h2>{say('history')}</h2>
      <HistoryFilter life={life} />
      <Changes key={JSON.stringify([member, type, since, until])} />
    </>
  );
}

function Changes() {
  const { api, place, language, format } = useConsole();
  const tell = sayIn(language);
  const [pages, setPages] = useState(1);
  const { member, type, since, until } = place;
  const path = `${getFilePath(place)}/activity`;
  const changes = useLoaded<Listed>(`${path} ${pages}`, async (signal, show) => {
    const rows: Activity[] = [];
    for (let page = 1; ; page += 1) {
      const query = { user_id: member, resource: type, from: since, to: until, page, per_page: PER_PAGE };
      const answer = await api.get<ActivityPage>(path, query, signal);
      rows.push(...answer.data);
      const listed = { rows: [...rows], hasMore: answer.has_more };
      if (page >= pages || !answer.has_more) return listed;
      // Only more than before, so that the page does not jump.
      if (page >= pages - 1) show(listed);
    }
  });
  const isFiltered = [member, type, since, until].some((one) => one !== undefined);
  return (
    <Shown of={changes}>
      {({ rows, hasMore }) =>
        rows.length === 0 ? (
          <Empty title={tell(isFiltered ? 'nothing_found' : 'nothing')}>
            <p class="quiet">{tell(isFiltered ? 'nothing_found_help' : 'nothing_help')}</p>
          </Empty>
        ) : (
          <>
            {groupByDay(rows).map(([day, steps]) => (
              <section key={day} class="history-day">
                <h3>{format.day(day)}</h3>
                <ol class="steps">
                  {steps.map((step) => (
                    <StepRow key={step.items[0]!.id} step={step} />
                  ))}
                </ol>
              </section>
            ))}
            <p class="tools" aria-live="polite">
              <span class="quiet shown-changes">
                {tell(hasMore ? 'shown_more' : 'shown_all', { count: format.count(rows.length) })}
              </span>
              {hasMore && (
                <button type="button" disabled={changes.is === 'loading'} onClick={() => setPages(pages + 1)}>
                  {tell('more')}
                </button>
              )}
            </p>
          </>
        )
      }
    </Shown>
  );
}

/** Days in the time zone of the books. */
function groupByDay(rows: readonly Activity[]): readonly (readonly [string, readonly Step[]])[] {
  const days = new Map<string, Step[]>();
  for (const step of groupByOperation(rows)) {
    const { day } = getDayAndHour(step.headline.created_at);
    const known = days.get(day);
    if (known) known.push(step);
    else days.set(day, [step]);
  }
  return [...days];
}

/** Origins that say nothing about a change. */
const ORDINARY: readonly string[] = ['api', 'demo'];

/** What was done at once: a sentence that opens its details, and the others behind a fold. */
function StepRow({ step: { headline, items } }: { readonly step: Step }) {
  const { place, language, format } = useConsole();
  const tell = sayIn(language);
  const isUndo = headline.event === 'OperationReverted';
  const { operation_id: operation, origin, device } = headline;
  const source = device?.name ?? (ORDINARY.includes(origin) ? null : origin);
  return (
    <li>
      <time dateTime={headline.created_at}>{format.time(headline.created_at)}</time>
      <div>
        <a href={buildHash({ file: place.file, view: 'history', operation, ...(isUndo && { item: 'redo' }) })}>
          {headline.summary}
        </a>{' '}
        {isUndo && <span class="badge warn">{tell('undo_badge')}</span>}{' '}
        {source !== null && <span class="badge">{source}</span>}
        {items.length > 1 && (
          <details>
            <summary>{tell('in_one_step', { count: format.count(items.length) })}</summary>
            <ul>
              {items.map(({ id, summary }) => (
                <li key={id}>{summary}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
