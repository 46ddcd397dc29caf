import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLive } from '../live/live.ts';
import { isSame, keepReading } from '../live/reading.ts';
import { hasKeptAnswer } from '../live/seen.ts';
import { ApiProblem, type Api } from './api.ts';
import type { FieldName } from './fields.ts';
import type { Format } from './format.ts';
import type { Place, Whereabouts } from './place.ts';
import type { Language, Say } from './words.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Context shared by all views. */
export interface Scene extends Whereabouts {
  readonly api: Api;
  readonly language: Language;
  readonly say: Say;
  readonly format: Format;
  readonly fieldName: FieldName;
  readonly getUserName: (id: number) => string;
  readonly theme: Theme;
  /** Ends the session. */
  endSession(): void;
}

export const SceneContext = createContext<Scene | null>(null);

export function useConsole(): Scene {
  const scene = useContext(SceneContext);
  if (!scene) throw new Error('useConsole requires a SceneContext provider');
  return scene;
}

export const getFilePath = ({ file }: Place): string => `/v1/companies/${file ?? ''}`;

export type Loaded<Value> =
  | { readonly is: 'loading'; readonly last: Value | null }
  | { readonly is: 'there'; readonly value: Value }
  | { readonly is: 'problem'; readonly message: string };

/**
 * Reads again whenever `key` or the language changes and aborts outdated reads. The previous value remains while loading.
 * `show` publishes partial results. In a company file it also reads again, unnoticed, when what it shows has changed there;
 * a moment of the past stays as it is. Reads that pass on their signal are repeated only if their answers are outdated.
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal, show: (value: Value) => void) => Promise<Value>,
): Loaded<Value> {
  const { endSession, say, language, place } = useConsole();
  const live = useLive();
  const [loaded, setLoaded] = useState<Loaded<Value>>({ is: 'loading', last: null });
  const latest = useRef({ read, isPast: false });
  latest.current = { read, isPast: place.at !== undefined };
  // Runs before the frame is painted, so that moving through time stays fast.
  useLayoutEffect(() => {
    let isKept = false;
    const stop = keepReading<Value>({
      live,
      read(signal, show) {
        const value = latest.current.read(signal, show);
        isKept = hasKeptAnswer(signal);
        return value;
      },
      isPast: () => latest.current.isPast,
      onValue: (value) =>
        setLoaded((before) => (before.is === 'there' && isSame(before.value, value) ? before : { is: 'there', value })),
      onProblem(error, isFirst) {
        if (error instanceof ApiProblem && error.status === 401) return endSession();
        // What is shown stays until it can be read again.
        if (isFirst)
          setLoaded({ is: 'problem', message: error instanceof ApiProblem ? error.message : say('no_answer') });
      },
    });
    // Drawing everything once more would take as long as drawing the answer, which comes before the next frame.
    if (!isKept) setLoaded((before) => ({ is: 'loading', last: getLoadedValue(before) }));
    return stop;
  }, [key, language, live]);
  return loaded;
}

export const getLoadedValue = <Value>(loaded: Loaded<Value>): Value | null =>
  loaded.is === 'there' ? loaded.value : loaded.is === 'loading' ? loaded.last : null;
