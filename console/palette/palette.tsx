import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { readRole } from '../shell/role.ts';
import { ApiProblem } from '../support/api.ts';
import { buildHash, type Place } from '../support/place.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { FoundList } from './found-list.tsx';
import { listVisited, rememberPlace } from './recent.ts';
import { findPages, findRecords, settlePlace, type Found } from './sources.ts';
import { sayIn } from './words.ts';

export interface PaletteProps {
  readonly onClose: () => void;
}

/** Finds anything by a few letters: a combobox over a grouped list, after the pattern of WAI-ARIA. */
export function Palette({ onClose }: PaletteProps) {
  const { api, language, goTo } = useConsole();
  const tell = sayIn(language);
  const box = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const { found, state } = useFound(text.trim());
  const [active, setActive] = useState(0);
  const current = found[active];
  useOpenDialog(box);
  useEffect(() => setActive(0), [text]);
  // The list may shrink below the chosen one when an answer arrives.
  useEffect(() => setActive((before) => Math.min(before, Math.max(found.length - 1, 0))), [found]);

  const open = async (chosen: Found): Promise<void> => {
    const target = await settlePlace(chosen, api).catch(() => chosen.place);
    if (chosen.group !== 'actions' && target.file !== undefined)
      rememberPlace({ place: target, title: chosen.title, subtitle: chosen.subtitle });
    box.current?.close();
    goTo(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && current) void open(current);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={box}
      class="palette"
      aria-label={tell('placeholder')}
      onClose={onClose}
      // A click beside it closes it.
      onClick={(event) => event.target === box.current && box.current?.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-label={tell('placeholder')}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={current ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={tell('placeholder')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <FoundList
        id={list}
        found={found}
        active={active}
        words={text}
        onActive={setActive}
        onChoose={(one) => void open(one)}
      />
      <Standing text={text.trim()} count={found.length} state={state} />
      <p class="palette-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {tell('choose')} <kbd>↵</kbd> {tell('open')} <kbd>Esc</kbd>
      </p>
    </dialog>
  );
}

interface StandingProps {
  readonly text: string;
  readonly count: number;
  readonly state: State;
}

/** Says how many there are, or that there is nothing and what to do then. */
function Standing({ text, count, state }: StandingProps) {
  const { language, format } = useConsole();
  const tell = sayIn(language);
  if (state === 'failed') return <p role="alert">{tell('failed')}</p>;
  const isEmpty = count === 0 && text !== '' && state === 'done';
  return (
    <div role="status" class={isEmpty ? 'palette-empty' : 'unseen'}>
      {isEmpty ? (
        <>
          <p>{tell('nothing', { text })}</p>
          <p class="quiet">{tell('nothing_help')}</p>
        </>
      ) : state === 'searching' ? (
        tell('searching')
      ) : (
        tell(count === 1 ? 'one_found' : 'found', { count: format.count(count) })
      )}
    </div>
  );
}

/** Shown over everything; the focus returns to where it was. */
function useOpenDialog(box: { readonly current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
}

type State = 'searching' | 'done' | 'failed';

/** After the last letter, in case the reader types on. */
const TYPED_MS = 120;

interface Answer {
  readonly text: string;
  readonly found: readonly Found[];
}

/** What fits the text. An answer is shown until that of a later text arrives, never the other way round. */
function useFound(text: string): { readonly found: readonly Found[]; readonly state: State } {
  const { api, place, say, language, endSession } = useConsole();
  const tell = sayIn(language);
  const { file } = place;
  const path = getFilePath(place);
  const role = getLoadedValue(
    useLoaded(`${path} role`, (signal) => (file === undefined ? Promise.resolve(null) : readRole(api, path, signal))),
  );
  const me = useLoaded('me', (signal) =>
    api.get<{ readonly firms: readonly { readonly public_token: string }[] }>('/v1/auth/me', {}, signal),
  );
  const firms = getLoadedValue(me)?.firms.map(({ public_token }) => public_token);
  const [answer, setAnswer] = useState<Answer>({ text: '', found: [] });
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (text === '') return setAnswer({ text, found: [] });
    if (firms === undefined) return;
    const control = new AbortController();
    const sought = { api, text, file, firms };
    const timer = setTimeout(() => {
      findRecords(sought, control.signal).then(
        (found) => !control.signal.aborted && setAnswer({ text, found }),
        (error: unknown) => {
          if (control.signal.aborted) return;
          if (error instanceof ApiProblem && error.status === 401) return endSession();
          setFailed(true);
        },
      );
    }, TYPED_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, firms?.join()]);
  const found = useMemo((): readonly Found[] => {
    const reader = { say, tell, file, role };
    const pages = findPages(reader, text);
    if (text !== '') return [...pages, ...answer.found];
    const visited = listVisited()
      .filter((one) => !isHere(one.place, place))
      .map((one): Found => ({ ...one, key: buildHash(one.place), group: 'recent' }));
    return [...visited, ...pages];
  }, [text, answer, role, language]);
  return { found, state: hasFailed ? 'failed' : text === answer.text ? 'done' : 'searching' };
}

/** Whether the reader is at a place already, whatever the moment that they look at. */
const isHere = (one: Place, here: Place): boolean =>
  (['file', 'view', 'account', 'entry', 'party', 'item'] as const).every((part) => one[part] === here[part]);
