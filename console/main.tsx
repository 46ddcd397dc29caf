import 'uplot/dist/uPlot.min.css';
import './style.css';
import './shell/shell.css';
import './components/components.css';
import './audit/audit.css';
import './bank/bank.css';
import './board/board.css';
import './budgets/budgets.css';
import './closing/closing.css';
import './invoices/invoices.css';
import './live/live.css';
import './companies/settings.css';
import './history/history.css';
import './palette/palette.css';
import './entries/entries.css';
import './documents/documents.css';
import './reports/reports.css';
import './sync/conflicts.css';
import './third-parties/party.css';
import './vat/vat.css';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { BoardView } from './board/board.tsx';
import { FileView } from './companies/file-view.tsx';
import { keepChosenLanguage, readChosenLanguage } from './session/chosen-language.ts';
import { SignIn } from './session/sign-in.tsx';
import { useReader } from './session/reader.ts';
import { Conflicts } from './components/conflicts.tsx';
import { Toasts } from './components/toasts.tsx';
import { LiveFile } from './live/live-file.tsx';
import { forgetPlaces } from './palette/recent.ts';
import { Head } from './support/head.tsx';
import { openApi, signOut } from './support/api.ts';
import { useFieldNames } from './support/fields.ts';
import { createFormat } from './support/format.ts';
import { usePlace } from './support/place.ts';
import { SceneContext, type Scene, type Theme } from './support/scene.ts';
import { pickLanguage, createSay, type Language } from './support/words.ts';

/** Kept in session storage, only while the tab is open. */
const TOKEN = 'grandlivre-console-token';

function Console() {
  const [chosen, setChosen] = useState<Language | null>(readChosenLanguage);
  const [token, setToken] = useState<string | null>(() => sessionStorage.getItem(TOKEN));
  const [notice, setNotice] = useState<string | null>(null);
  const whereabouts = usePlace();
  const asked = useMemo(() => chosen ?? pickLanguage(navigator.languages), [chosen]);
  const known = useMemo(() => (token === null ? null : openApi(token, asked)), [token, asked]);
  const reader = useReader(known);
  const { getUserName } = reader;
  // The language that the service uses for its messages, unless another was chosen here.
  const language = chosen ?? reader.language ?? asked;
  // Labels of the service use the language of the page if the user has no preference.
  const api = useMemo(() => openApi(token ?? '', language), [token, language]);
  const say = useMemo(() => createSay(language), [language]);
  const format = useMemo(() => createFormat(language), [language]);
  const fieldName = useFieldNames(language, whereabouts.place.file !== undefined);
  const [theme, setTheme] = useState<Theme>('auto');

  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `Grandlivre – ${say('title')}`;
  }, [language]);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const chooseLanguage = (given: Language): void => {
    keepChosenLanguage(given);
    setChosen(given);
  };
  const storeToken = (given: string | null): void => {
    if (given === null) {
      sessionStorage.removeItem(TOKEN);
      forgetPlaces();
    } else sessionStorage.setItem(TOKEN, given);
    setToken(given);
  };
  const endSession = (): void => {
    setNotice(say('session_over'));
    storeToken(null);
  };
  const scene: Scene = { ...whereabouts, api, language, say, format, fieldName, getUserName, theme, endSession };
  const handleSignOut = (): void => {
    setNotice(null);
    storeToken(null);
    whereabouts.goTo({});
    if (token === null) return;
    void signOut(token).then((page) => {
      if (page !== null) location.assign(page);
    });
  };
  return (
    <SceneContext.Provider value={scene}>
      <Toasts>
        <Head isSignedIn={token !== null} onLanguage={chooseLanguage} onTheme={setTheme} onSignOut={handleSignOut} />
        {token === null ? (
          <SignIn key={notice} language={language} say={say} notice={notice} onSignedIn={storeToken} />
        ) : whereabouts.place.file === undefined ? (
          <BoardView />
        ) : (
          <LiveFile key={whereabouts.place.file}>
            <Conflicts>
              <FileView />
            </Conflicts>
          </LiveFile>
        )}
      </Toasts>
    </SceneContext.Provider>
  );
}

render(<Console />, document.getElementById('console')!);
