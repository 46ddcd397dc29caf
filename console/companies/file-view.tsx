import { useEffect, useRef, useState } from 'preact/hooks';
import { QuestionsView } from '../audit/questions-view.tsx';
import { getDayAndHour } from '../audit/questions.ts';
import { LogContext, type LogKeeper } from '../history/log-gate.tsx';
import { ProofView } from '../history/proof.tsx';
import { readLog, type LogState } from '../history/read-log.ts';
import { OperationView } from '../history/revisions.tsx';
import { AccountView } from '../ledger/account.tsx';
import { EntryView } from '../ledger/entry.tsx';
import { TrialBalanceView } from '../ledger/trial-balance.tsx';
import { OpenItemsView } from '../lettering/open-items.tsx';
import { CompareView } from '../moments/compare.tsx';
import type { Life } from '../moments/days.ts';
import { MomentBar } from '../moments/moment-bar.tsx';
import { BalanceSheetView } from '../reports/balance-sheet.tsx';
import type { CompanyFile } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash, VIEWS, type View } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { ConfirmSender } from './confirm-sender.tsx';
import { SettingsView } from './settings.tsx';

/** Views without a point in time, or with two of their own. */
const WITHOUT_MOMENT: readonly View[] = ['compare', 'questions'];

export function FileView() {
  const { api, place } = useConsole();
  const file = useLoaded(getFilePath(place), (signal) => api.get<CompanyFile>(getFilePath(place), {}, signal));
  return <Shown of={file}>{(shown) => <Opened file={shown} />}</Shown>;
}

function Opened({ file }: { readonly file: CompanyFile }) {
  const { say, place, replacePlace } = useConsole();
  const life: Life = {
    first: getDayAndHour(file.created_at).day,
    last: getDayAndHour(new Date().toISOString()).day,
  };
  const view = VIEWS.find((one) => one === place.view) ?? 'trial_balance';
  const isDeep = place.account !== undefined || place.entry !== undefined || place.operation !== undefined;
  return (
    <LogContext.Provider value={useFileLog()}>
      <section class="opened" aria-labelledby="opened-file">
        <h1 id="opened-file">{file.name}</h1>
        <nav aria-label={say('views')}>
          {VIEWS.map((one) => (
            <a
              key={one}
              href={buildHash({ file: place.file, view: one, at: place.at, year: place.year })}
              aria-current={one === view ? 'page' : undefined}
            >
              {say(one)}
            </a>
          ))}
        </nav>
        <button type="button" class="print" onClick={() => print()}>
          {say('print')}
        </button>
      </section>
      {place.sender !== undefined && <ConfirmSender token={place.sender} />}
      <main>
        {(isDeep || !WITHOUT_MOMENT.includes(view)) && (
          <MomentBar life={life} label={say('moment')} at={place.at} onMove={(at) => replacePlace({ at })} isPlayable />
        )}
        {isDeep && (
          <button type="button" class="back" onClick={() => history.back()}>
            ← {say('back')}
          </button>
        )}
        <Chosen file={file} view={view} life={life} />
      </main>
    </LogContext.Provider>
  );
}

interface ChosenProps {
  readonly file: CompanyFile;
  readonly view: View;
  readonly life: Life;
}

function Chosen({ file, view, life }: ChosenProps) {
  const { place } = useConsole();
  const day = place.at ?? life.last;
  if (place.operation !== undefined) return <OperationView />;
  if (place.entry !== undefined) return <EntryView />;
  if (place.account !== undefined) return <AccountView file={file} day={day} />;
  switch (view) {
    case 'trial_balance':
      return <TrialBalanceView file={file} day={day} />;
    case 'balance_sheet':
      return <BalanceSheetView file={file} day={day} />;
    case 'open_items':
      return <OpenItemsView day={day} />;
    case 'settings':
      return <SettingsView />;
    case 'compare':
      return <CompareView file={file} life={life} />;
    case 'questions':
      return <QuestionsView file={file} />;
    case 'proof':
      return <ProofView />;
  }
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
