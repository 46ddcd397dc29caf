import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { ApiProblem, type Api } from './api.ts';
import type { FieldName } from './fields.ts';
import type { Format } from './format.ts';
import type { Place, Whereabouts } from './place.ts';
import type { Language, Say } from './words.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What every view is given. */
export interface Scene extends Whereabouts {
  readonly api: Api;
  readonly language: Language;
  readonly say: Say;
  readonly format: Format;
  readonly fieldName: FieldName;
  readonly userName: (id: number) => string;
  readonly theme: Theme;
  /** The session is over. */
  leave(): void;
}

export const SceneContext = createContext<Scene | null>(null);

export function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (!scene) throw new Error('There is no scene');
  return scene;
}

export const pathOf = ({ file }: Place): string => `/v1/companies/${file ?? ''}`;

export type Loaded<Value> =
  | { readonly is: 'loading'; readonly last: Value | null }
  | { readonly is: 'there'; readonly value: Value }
  | { readonly is: 'problem'; readonly message: string };

/**
 * Reads again whenever `key` or the language changes, and leaves off what nobody waits for any more; what was there stays while it reads. Who reads in
 * parts may show what there is so far.
 */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal, show: (value: Value) => void) => Promise<Value>,
): Loaded<Value> {
  const { leave, say, language } = useScene();
  const [loaded, setLoaded] = useState<Loaded<Value>>({ is: 'loading', last: null });
  // Before the frame is drawn, not after it: whoever moves through time waits for each.
  useLayoutEffect(() => {
    const control = new AbortController();
    setLoaded((before) => ({ is: 'loading', last: before.is === 'there' ? before.value : null }));
    const show = (value: Value): void => {
      if (!control.signal.aborted) setLoaded({ is: 'there', value });
    };
    read(control.signal, show).then(show, (error: unknown) => {
      if (control.signal.aborted) return;
      if (error instanceof ApiProblem && error.status === 401) return leave();
      setLoaded({ is: 'problem', message: error instanceof ApiProblem ? error.message : say('no_answer') });
    });
    return () => control.abort();
  }, [key, language]);
  return loaded;
}

export const valueOf = <Value>(loaded: Loaded<Value>): Value | null =>
  loaded.is === 'there' ? loaded.value : loaded.is === 'loading' ? loaded.last : null;
