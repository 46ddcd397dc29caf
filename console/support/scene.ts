import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
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
 * `show` publishes partial results.
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal, show: (value: Value) => void) => Promise<Value>,
): Loaded<Value> {
  const { endSession, say, language } = useConsole();
  const [loaded, setLoaded] = useState<Loaded<Value>>({ is: 'loading', last: null });
  // Runs before the frame is painted, so that moving through time stays fast.
  useLayoutEffect(() => {
    const control = new AbortController();
    setLoaded((before) => ({ is: 'loading', last: before.is === 'there' ? before.value : null }));
    const showValue = (value: Value): void => {
      if (!control.signal.aborted) setLoaded({ is: 'there', value });
    };
    read(control.signal, showValue).then(showValue, (error: unknown) => {
      if (control.signal.aborted) return;
      if (error instanceof ApiProblem && error.status === 401) return endSession();
      setLoaded({ is: 'problem', message: error instanceof ApiProblem ? error.message : say('no_answer') });
    });
    return () => control.abort();
  }, [key, language]);
  return loaded;
}

export const getLoadedValue = <Value>(loaded: Loaded<Value>): Value | null =>
  loaded.is === 'there' ? loaded.value : loaded.is === 'loading' ? loaded.last : null;
