import { createContext, type ComponentChildren } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../support/api.ts';
import { useConsole } from '../support/scene.ts';

/** Short notices of what was done, with a button that undoes it. */

export interface Notice {
  readonly text: string;
  readonly isProblem?: boolean;
  /** Undoes what the notice is about. */
  readonly undo?: () => Promise<void>;
}

interface Toast extends Notice {
  readonly id: number;
}

type Show = (notice: Notice) => void;

const ToastContext = createContext<Show>(() => undefined);
export const useToasts = (): Show => useContext(ToastContext);

/** Long enough to read it and to reach its button. A problem stays until it is closed. */
const SHOWN_MS = 12_000;
const MOST = 4;

export function Toasts({ children }: { readonly children: ComponentChildren }) {
  const { say } = useConsole();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const last = useRef(0);
  const close = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback<Show>((notice) => {
    const id = (last.current += 1);
    setToasts((all) => [...all.slice(1 - MOST), { ...notice, id }]);
    if (!notice.isProblem) setTimeout(() => close(id), SHOWN_MS);
  }, []);
  const undo = useCallback(async ({ id, undo: run }: Toast) => {
    close(id);
    try {
      await run?.();
      show({ text: say('undone') });
    } catch (error) {
      show({ text: error instanceof ApiProblem ? error.message : say('no_answer'), isProblem: true });
    }
  }, []);
  const region = useMemo(
    () => (
      <div class="toasts" role="region" aria-live="polite" aria-label={say('notices')}>
        {toasts.map((toast) => (
          <div key={toast.id} class={toast.isProblem ? 'toast problem' : 'toast'} role="status">
            <span>{toast.text}</span>
            {toast.undo && (
              <button type="button" onClick={() => void undo(toast)}>
                {say('undo_it')}
              </button>
            )}
            <button type="button" aria-label={say('close')} onClick={() => close(toast.id)}>
              ×
            </button>
          </div>
        ))}
      </div>
    ),
    [toasts],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      {region}
    </ToastContext.Provider>
  );
}
