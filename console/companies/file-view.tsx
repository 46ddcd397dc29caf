import { useEffect, useRef, useState } from 'preact/hooks';
import { QuestionsView } from '../audit/questions-view.tsx';
import { dayAndHour } from '../audit/questions.ts';
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
import { hashOf, VIEWS, type View } from '../support/place.ts';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';
import { SettingsView } from './settings.tsx';

/** Views that have no moment, or two of their own. */
const WITHOUT_MOMENT: readonly View[] = ['compare', 'questions'];

export function FileView() {
  const { api, place } = useScene();
  const file = useLoaded(pathOf(place), (signal) => api.get<CompanyFile>(pathOf(place), {}, signal));
  return <Shown of={file}>{(shown) => <Opened file={shown} />}</Shown>;
}

function Opened({ file }: { readonly file: CompanyFile }) {
  const { say, place, shift } = useScene();
  const life: Life = {
    first: dayAndHour(file.created_at).day,
    last: dayAndHour(new Date().toISOString()).day,
  };
  const view = VIEWS.find((one) => one === place.view) ?? 'trial_balance';
  const isDeep = place.account !== undefined || place.entry !== undefined || place.operation !== undefined;
  return (
    <LogContext.Provider value={useKeptLog()}>
      <section class="opened" aria-labelledby="opened-file">
        <h1 id="opened-file">{file.name}</h1>
        <nav aria-label={say('views')}>
          {VIEWS.map((one) => (
            <a
              key={one}
              href={hashOf({ file: place.file, view: one, at: place.at, year: place.year })}
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
      <main>
        {(isDeep || !WITHOUT_MOMENT.includes(view)) && (
          <MomentBar life={life} label={say('moment')} at={place.at} onMove={(at) => shift({ at })} isPlayable />
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
  const { place } = useScene();
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

/** The log that has been read of this file, or is being read. */
function useKeptLog(): LogKeeper {
  const { api, place } = useScene();
  const [state, setState] = useState<LogState>({ is: 'unread' });
  const [last, setLast] = useState<number | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return {
    state,
    last,
    read() {
      stop.current();
      stop.current = readLog({ path: `${pathOf(place)}/events`, token: api.token }, setState);
      api.get<Latest>(`${pathOf(place)}/activity`, { per_page: 1 }).then(
        ({ data }) => setLast(data[0]?.id ?? null),
        () => undefined,
      );
    },
  };
}
