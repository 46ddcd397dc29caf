import { createContext, type ComponentChildren, type FunctionComponent } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';
import { ApiProblem } from '../support/api.ts';
import type { Conflict, ConflictDialogProps, Decision, Fields } from './conflict.ts';

type Ask = (conflict: Conflict) => Promise<Decision>;

/** The conflict in a refusal; null for other errors. */
export function toConflict(error: unknown, getMine: (theirs: Fields) => object): Conflict | null {
  if (!(error instanceof ApiProblem) || error.status !== 409) return null;
  const { server_version: version, server_data: theirs } = error.body;
  if (typeof version !== 'number' || typeof theirs !== 'object' || theirs === null) return null;
  const mine = getMine(theirs as Fields);
  return mine instanceof FormData ? null : { mine: { ...mine }, theirs: theirs as Fields, version };
}

const ConflictContext = createContext<Ask>(() => Promise.resolve(null));
export const useConflicts = (): Ask => useContext(ConflictContext);

interface Asked {
  readonly conflict: Conflict;
  readonly decide: (decision: Decision) => void;
  readonly Dialog: FunctionComponent<ConflictDialogProps>;
}

/** Shows both versions when a writer asks. */
export function Conflicts({ children }: { readonly children: ComponentChildren }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback<Ask>(async (conflict) => {
    const { ConflictDialog: Dialog } = await import('./conflict-dialog.tsx');
    return new Promise((resolve) => {
      const decide = (decision: Decision): void => {
        setAsked(null);
        resolve(decision);
      };
      setAsked({ conflict, decide, Dialog });
    });
  }, []);
  return (
    <ConflictContext.Provider value={ask}>
      {children}
      {asked && <asked.Dialog conflict={asked.conflict} onDecide={asked.decide} />}
    </ConflictContext.Provider>
  );
}
