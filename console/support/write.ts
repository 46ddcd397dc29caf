import { useRef, useState } from 'preact/hooks';
import { useToasts } from '../components/toasts.tsx';
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
}

export interface Writer {
  /** Null if it was refused: `problem` then tells why. */
  write<Body>(change: Change): Promise<Sent<Body> | null>;
  readonly isBusy: boolean;
  /** Why the last change was refused; null after a success. */
  readonly problem: ApiProblem | null;
  /** Messages about a field of the last change. */
  getErrors(field: string): readonly string[];
  clear(): void;
}

export function useWriter(): Writer {
  const { api, place, say, endSession } = useConsole();
  const show = useToasts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const path = getFilePath(place);
  // A repetition of what failed without an answer has the same id, so that it is done once.
  const repeated = useRef<{ readonly key: string; readonly id: string } | null>(null);

  async function undo(operationId: string, onUndone?: () => void): Promise<void> {
    await api.send('POST', `${path}/history/operations/${operationId}/revert`, { body: {} });
    onUndone?.();
  }

  function refuse(error: unknown): null {
    if (error instanceof ApiProblem) {
      repeated.current = null;
      if (error.status === 401) endSession();
      setProblem(error);
      if (Object.keys(error.errors).length === 0) show({ text: error.message, isProblem: true });
    } else show({ text: say('no_answer'), isProblem: true });
    return null;
  }

  return {
    isBusy,
    problem,
    getErrors: (field) => problem?.errors[field] ?? [],
    clear: () => setProblem(null),
    async write<Body>({ method, path: below, done, onUndone, ...write }: Change) {
      const key = JSON.stringify([method, below, write.body instanceof FormData ? null : write.body]);
      const id = repeated.current?.key === key ? repeated.current.id : createMutationId();
      repeated.current = { key, id };
      setBusy(true);
      try {
        const sent = await api.send<Body>(method, `${path}${below}`, { mutationId: id, ...write });
        repeated.current = null;
        setProblem(null);
        const { operationId } = sent;
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
