import type { Life } from '../moments/days.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { isKind, KINDS, sayIn } from './history-words.ts';

interface Member {
  readonly id: number;
  readonly name: string;
}

/** Who, what and when; kept in the address. */
export function HistoryFilter({ life }: { readonly life: Life }) {
  const { api, place, language, replacePlace } = useConsole();
  const tell = sayIn(language);
  const { member, type, since, until } = place;
  const path = `${getFilePath(place)}/members`;
  const members = getLoadedValue(useLoaded(path, (signal) => api.get<readonly Member[]>(path, {}, signal))) ?? [];
  const toGiven = (value: string): string | undefined => (value === '' ? undefined : value);
  const isFiltered = [member, type, since, until].some((one) => one !== undefined);
  return (
    <form class="tools history-filter" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        {tell('who')}
        <select value={member ?? ''} onChange={(event) => replacePlace({ member: toGiven(event.currentTarget.value) })}>
          <option value="">{tell('everyone')}</option>
          {members.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {tell('what')}
        <select value={type ?? ''} onChange={(event) => replacePlace({ type: toGiven(event.currentTarget.value) })}>
          <option value="">{tell('everything')}</option>
          {type !== undefined && !isKind(type) && <option value={type}>{type}</option>}
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {tell(kind)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {tell('from')}
        <input
          type="date"
          max={until ?? life.last}
          value={since ?? ''}
          onChange={(event) => replacePlace({ since: toGiven(event.currentTarget.value) })}
        />
      </label>
      <label>
        {tell('to')}
        <input
          type="date"
          min={since}
          value={until ?? ''}
          onChange={(event) => replacePlace({ until: toGiven(event.currentTarget.value) })}
        />
      </label>
      {isFiltered && (
        <button
          type="button"
          onClick={() => replacePlace({ member: undefined, type: undefined, since: undefined, until: undefined })}
        >
          {tell('clear')}
        </button>
      )}
    </form>
  );
}
