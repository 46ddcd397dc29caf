import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { Deadline } from './answers.ts';
import { sayIn } from './settings-words.ts';

/** The VAT view has all of them. */
const MOST = 5;

/** What has to be filed next. */
export function Deadlines() {
  const { api, place, language, format } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/vat/calendar`;
  const calendar = useLoaded(path, (signal) => api.get<{ readonly data: readonly Deadline[] }>(path, {}, signal));
  return (
    <section class="card" aria-labelledby="deadlines">
      <h3 id="deadlines">{tell('deadlines')}</h3>
      <Shown of={calendar}>
        {({ data }) => {
          const next = data
            .filter(({ status }) => status !== 'done')
            .sort((one, other) => one.due_on.localeCompare(other.due_on))
            .slice(0, MOST);
          if (next.length === 0) return <p class="quiet">{tell('no_deadlines')}</p>;
          return (
            <ul class="plain-list">
              {next.map(({ kind, year, period, label, due_on, status }) => (
                <li key={`${kind} ${year} ${period}`}>
                  {format.day(due_on)} <a href={buildHash({ file: place.file, view: 'vat' })}>{label}</a>{' '}
                  {status === 'late' && <span class="badge bad">{tell('late')}</span>}
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
    </section>
  );
}
