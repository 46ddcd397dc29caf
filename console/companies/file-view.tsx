import { useEffect, useRef, useState } from 'preact/hooks';
import { getDayAndHour } from '../audit/book-day.ts';
import { LogContext, type LogKeeper } from '../history/log-gate.tsx';
import { readLog, type LogState } from '../history/read-log.ts';
import type { Life } from '../moments/days.ts';
import { MomentBar } from '../moments/moment-bar.tsx';
import { useVisited } from '../palette/visited.ts';
import { Lazy } from '../shell/lazy.tsx';
import { Navigation } from '../shell/navigation.tsx';
import { useRole, type Role } from '../shell/role.ts';
import type { FileComponent } from '../shell/file-component.ts';
import { DESK_VIEWS, loadAccount, loadEntry, loadOperation, loadParty } from '../shell/views.ts';
import type { CompanyFile } from '../support/answers.ts';
import { DemoContext } from '../support/demo.ts';
import { useFocusOnContent } from '../support/focus.ts';
import { Shown } from '../support/loading.tsx';
import type { Place } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { ConfirmSender } from './confirm-sender.tsx';

/** One company file: its views at the left, the chosen one beside them. */
export function FileView() {
  const { api, place } = useConsole();
  const file = useLoaded(getFilePath(place), (signal) => api.get<CompanyFile>(getFilePath(place), {}, signal));
  const role = useRole();
  return (
    <Shown of={file}>{(shown) => <Shown of={role}>{(known) => <Opened file={shown} role={known} />}</Shown>}</Shown>
  );
}

interface OpenedProps {
  readonly file: CompanyFile;
  readonly role: Role;
}

function Opened({ file, role }: OpenedProps) {
  const { say, place, replacePlace } = useConsole();
  const life: Life = {
    first: getDayAndHour(file.created_at).day,
    last: getDayAndHour(new Date().toISOString()).day,
  };
  const asked = place.view ?? 'trial_balance';
  const view = DESK_VIEWS.find(({ name }) => name === asked) ?? DESK_VIEWS[0]!;
  const deeper = findDeeperView(place);
  useFocusOnContent([place.file, view.name, place.operation, place.entry, place.account].join(' '));
  useVisited(file, view.name);
  return (
    <LogContext.Provider value={useFileLog()}>
      <div class="desk">
        <section class="opened" aria-labelledby="opened-file">
          <h1 id="opened-file">{file.name}</h1>
          <Navigation current={view.name} />
          <button type="button" class="print" onClick={() => print()}>
            {say('print')}
          </button>
        </section>
        <main>
          {place.sender !== undefined && <ConfirmSender token={place.sender} />}
          {(deeper === null ? view.hasMoment : deeper !== loadOperation) && (
            <MomentBar
              life={life}
              label={say('moment')}
              at={place.at}
              onMove={(at) => replacePlace({ at })}
              isPlayable
            />
          )}
          {deeper !== null && (
            <button type="button" class="back" onClick={() => history.back()}>
              ← {say('back')}
            </button>
          )}
          <DemoContext.Provider value={file.is_demo}>
            <Lazy
              key={deeper === null ? view.name : deeper.name}
              load={deeper ?? view.load}
              file={file}
              day={place.at ?? life.last}
              life={life}
              role={role}
            />
          </DemoContext.Provider>
        </main>
      </div>
    </LogContext.Provider>
  );
}

/** What the address opens from within a view; null for the view itself. */
function findDeeperView({ operation, entry, account, party }: Place): (() => Promise<FileComponent>) | null {
  if (operation !== undefined) return loadOperation;
  if (entry !== undefined) return loadEntry;
  if (account !== undefined) return loadAccount;
  return party === undefined ? null : loadParty;
}

interface Latest {
  readonly data: readonly { readonly id: number }[];
}

/** The log of this file, read or being read. */
function useFileLog(): LogKeeper {
  const { api, place } = useConsole();
  const [state, setState] = useState<LogState>({ is: 'unread' });
  const [last, setLast] = useState<number | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return {
    state,
    last,
    read() {
      stop.current();
      stop.current = readLog({ path: `${getFilePath(place)}/events`, token: api.token }, setState);
      api.get<Latest>(`${getFilePath(place)}/activity`, { per_page: 1 }).then(
        ({ data }) => setLast(data[0]?.id ?? null),
        () => undefined,
      );
    },
  };
}
