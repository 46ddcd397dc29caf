import { useEffect, useRef, useState } from 'preact/hooks';
import { useToasts } from '../components/toasts.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import type { Revision } from '../support/answers.ts';
import { ApiProblem } from '../support/api.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { formatValue, isEmpty, isFields, isListOfFields } from './format-value.ts';
import { isKind, sayIn } from './history-words.ts';

interface UndoPanelProps {
  readonly operation: {
    readonly operation_id: string;
    readonly can_revert: boolean;
    readonly blocked_by: readonly { readonly message: string }[];
  };
  readonly role: Role;
}

/** A change that an undo would make. */
type Preview = Pick<Revision, 'resource' | 'op' | 'label' | 'before' | 'after' | 'names'>;

interface Reverted {
  readonly revisions: readonly Preview[];
}

/** Undoes an operation after showing what that changes, or says why it cannot be undone. An undo can be undone too. */
export function UndoPanel({ operation: { operation_id, can_revert, blocked_by }, role }: UndoPanelProps) {
  const { api, place, say, language } = useConsole();
  const tell = sayIn(language);
  const show = useToasts();
  const { write, isBusy, problem } = useWriter();
  const [preview, setPreview] = useState<readonly Preview[] | null>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (preview !== null) panel.current?.focus();
  }, [preview]);
  const isRedo = place.item === 'redo';
  const path = `/history/operations/${operation_id}/revert`;
  if (!hasRole(role, 'encoder')) return null;
  const ask = async (): Promise<void> => {
    try {
      const { body } = await api.send<Reverted>('POST', `${getFilePath(place)}${path}`, { body: { dry_run: true } });
      setPreview(body.revisions);
    } catch (error) {
      show({ text: error instanceof ApiProblem ? error.message : say('no_answer'), isProblem: true });
    }
  };
  const undo = async (): Promise<void> => {
    const sent = await write({ method: 'POST', path, body: {}, done: tell(isRedo ? 'redone' : 'undone') });
    if (sent) setPreview(null);
  };
  if (!can_revert && preview === null)
    return (
      <section class="card undo-panel">
        <p>
          <strong>{tell('cannot_undo')}</strong>
        </p>
        <ul>
          {[...new Set(blocked_by.map(({ message }) => message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </section>
    );
  if (preview === null)
    return (
      <p class="tools">
        <button type="button" onClick={() => void ask()}>
          {tell(isRedo ? 'redo' : 'undo')}
        </button>
      </p>
    );
  return (
    <section ref={panel} tabIndex={-1} class="card undo-panel" aria-label={tell('preview')}>
      <p>
        <strong>{tell('preview')}</strong>
      </p>
      <ul>
        {preview.map((change, index) => (
          <PreviewedChange key={index} change={change} />
        ))}
      </ul>
      {problem && <p role="alert">{problem.message}</p>}
      <p class="tools">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void undo()}>
          {tell(isRedo ? 'redo_now' : 'undo_now')}
        </button>
        <button type="button" onClick={() => setPreview(null)}>
          {tell('cancel')}
        </button>
      </p>
    </section>
  );
}

function PreviewedChange({ change: { resource, op, label, before, after, names } }: { readonly change: Preview }) {
  const scene = useConsole();
  const tell = sayIn(scene.language);
  const given = after?.['label'] ?? after?.['name'] ?? after?.['number'];
  const name = label ?? (typeof given === 'string' ? given : '');
  const formatField = (field: string, value: unknown): string =>
    typeof value === 'number' && field.endsWith('_id')
      ? (names[field]?.[value] ?? `#${value}`)
      : formatValue(value, scene);
  const changed = Object.keys(before ?? {}).filter(
    (field) =>
      !(isEmpty(before?.[field]) && isEmpty(after?.[field])) &&
      ![before?.[field], after?.[field]].some((value) => isFields(value) || isListOfFields(value)),
  );
  return (
    <li>
      <span class="badge">{tell(`will_${op}`)}</span> {isKind(resource) ? tell(resource) : resource}
      {name !== '' && (
        <>
          : <strong>{name}</strong>
        </>
      )}
      {op === 'update' && changed.length > 0 && (
        <ul>
          {changed.map((field) => (
            <li key={field}>
              {scene.fieldName(field)}: {formatField(field, before?.[field])} → {formatField(field, after?.[field])}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
