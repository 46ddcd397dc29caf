import { useRef, useState } from 'preact/hooks';
import { toConflict, useConflicts } from '../components/conflicts.tsx';
import { useToasts } from '../components/toasts.tsx';
import { useLive } from '../live/live.ts';
import { ApiProblem, type Sent, type Write, type WriteMethod } from './api.ts';
import { createMutationId } from './mutation-id.ts';
import { getFilePath, useConsole } from './scene.ts';

/** Changes of a company file, with a notice that undoes them. */

export interface Change extends Write {
  readonly method: WriteMethod;
  /** Below the company file, such as `/entries`. */
  readonly path: string;
  /** Said when it is done; nothing is said without it. */
  readonly done?: string;
  /** Called after it was undone from the notice. */
  readonly onUndone?: () => void;
  /**
   * With `baseVersion`: what to send on top of a newer version, such as an item that is added to a list; by default the same
   * body.
   */
  readonly rebase?: (record: Readonly<Record<string, unknown>>) => object;
  /**
   * With `baseVersion`: called with the record of the server if the person prefers it to their own. Views read it again by
   * themselves; a form needs it to start again from it.
   */
  readonly onTheirs?: (record: Readonly<Record<string, unknown>>) => void;
}

export interface Writer {
  /**
   * Null if it was refused: `problem` then tells why. If the record has moved on from `baseVersion`, both versions are shown
   * to the person: their own is then sent again, or dropped (null, without a problem).
   */
  write<Body>(change: Change): Promise<Sent<Body> | null>;
  readonly isBusy: boolean;
  /** Why the last change was refused; null after a success. */
  readonly problem: ApiProblem | null;
  /** Messages about a field of the last change. */
  getErrors(field: string): readonly string[];
  clear(): void;
}

/** Time for a view to read again by itself what it has changed. */
const SOON_MS = 50;

export function useWriter(): Writer {
  const { api, place, say, endSession } = useConsole();
  const show = useToasts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const path = getFilePath(place);
  const live = useLive();
  const askAboutConflict = useConflicts();
  // A repetition of what failed without an answer has the same id, so that it is done once.
  const repeated = useRef<{ readonly key: string; readonly id: string } | null>(null);

  /** The views show it at once, unless they read again by themselves. */
  const tellSoon = (position: number, below?: string): void => {
    const resource = below?.split(/[/?]/)[1];
    const resources = resource === undefined ? null : new Set([resource]);
    setTimeout(() => live.tell({ position, resources, changes: [] }), SOON_MS);
  };

  async function undo(operationId: string, onUndone?: () => void): Promise<void> {
    const { position } = await api.send('POST', `${path}/history/operations/${operationId}/revert`, { body: {} });
    tellSoon(position);
    onUndone?.();
  }

  /** Null if the person prefers the version of the server. */
  async function send<Body>(change: Change, mutationId?: string): Promise<Sent<Body> | null> {
    const { method, path: below, body, baseVersion, rebase, onTheirs } = change;
    try {
      return await api.send<Body>(method, `${path}${below}`, {
        ...(body && { body }),
        ...(baseVersion !== undefined && { baseVersion }),
        ...(mutationId !== undefined && { mutationId }),
      });
    } catch (error) {
      const conflict = toConflict(error, (theirs) => rebase?.(theirs) ?? body ?? {});
      if (conflict === null || baseVersion === undefined) throw error;
      const answer = await askAboutConflict(conflict);
      if (answer === 'mine')
        return send<Body>({ ...change, ...(body && { body: conflict.mine }), baseVersion: conflict.version });
      if (answer === null) throw error;
      onTheirs?.(conflict.theirs);
      tellSoon(Infinity);
      return null;
    }
  }

  function refuse(error: unknown): null {
    if (error instanceof ApiProblem) {
      repeated.current = null;
      if (error.status === 401) endSession();
      setProblem(error);
      // A conflict has been shown already.
      const isShown = Object.keys(error.errors).length > 0 || 'server_data' in error.body;
      if (!isShown) show({ text: error.message, isProblem: true });
    } else show({ text: say('no_answer'), isProblem: true });
    return null;
  }

  return {
    isBusy,
    problem,
    getErrors: (field) => problem?.errors[field] ?? [],
    clear: () => setProblem(null),
    async write<Body>(change: Change) {
      const { method, path: below, body, mutationId, done, onUndone } = change;
      const key = JSON.stringify([method, below, body instanceof FormData ? null : body]);
      const id = mutationId ?? (repeated.current?.key === key ? repeated.current.id : createMutationId());
      repeated.current = { key, id };
      setBusy(true);
      try {
        const sent = await send<Body>(change, id);
        repeated.current = null;
        setProblem(null);
        if (sent === null) return null;
        const { operationId, position } = sent;
        tellSoon(position, below);
        if (done !== undefined)
          show({ text: done, ...(operationId !== null && { undo: () => undo(operationId, onUndone) }) });
        return sent;
      } catch (error) {
        return refuse(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
