import { useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { useToasts } from '../components/toasts.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import { findPlaceOf } from '../shell/resource-places.ts';
import { ApiProblem } from '../support/api.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { saveFile } from '../support/save-file.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Declaration, VatWarning } from './answers.ts';
import { Boxes } from './boxes.tsx';
import { FiledDialog } from './filed-dialog.tsx';
import { ManualDialog } from './manual-dialog.tsx';
import { sayIn } from './words.ts';

interface DeclarationProps {
  readonly id: string;
  readonly role: Role;
}

/** One return: its boxes, what deserves a look, and the steps to its filing. */
export function DeclarationView({ id, role }: DeclarationProps) {
  const { api, place } = useConsole();
  const [turn, setTurn] = useState(0);
  const path = `${getFilePath(place)}/vat-declarations/${id}`;
  const declaration = useLoaded(`${path} ${turn}`, (signal) => api.get<Declaration>(path, {}, signal));
  return (
    <Shown of={declaration}>
      {(shown) => <Opened declaration={shown} role={role} onChanged={() => setTurn((before) => before + 1)} />}
    </Shown>
  );
}

interface OpenedProps {
  readonly declaration: Declaration;
  readonly role: Role;
  readonly onChanged: () => void;
}

function Opened({ declaration, role, onChanged }: OpenedProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { label, form, status, due_on, amount_due, amount_refund, filed_on } = declaration;
  return (
    <>
      <h3>
        {label} · {form} <span class={status === 'draft' ? 'badge warn' : 'badge good'}>{tell(`is_${status}`)}</span>
      </h3>
      <dl class="facts">
        <div>
          <dt>{tell('due_on')}</dt>
          <dd>{format.day(due_on)}</dd>
        </div>
        <div>
          <dt>{tell(amount_refund === '0.00' ? 'to_pay' : 'to_refund')}</dt>
          <dd class="figure">{format.amount(amount_refund === '0.00' ? amount_due : amount_refund)}</dd>
        </div>
        {filed_on !== null && (
          <div>
            <dt>{tell('filed_on')}</dt>
            <dd>{format.day(filed_on)}</dd>
          </div>
        )}
      </dl>
      <DemoNote of="filing" />
      <Actions declaration={declaration} role={role} onChanged={onChanged} />
      <Differences declaration={declaration} />
      <Controls declaration={declaration} />
      <Boxes declaration={declaration} />
    </>
  );
}

function Actions({ declaration, role, onChanged }: OpenedProps) {
  const { language, api, place, say } = useConsole();
  const tell = sayIn(language);
  const show = useToasts();
  const { write, isBusy, problem } = useWriter();
  const [dialog, setDialog] = useState<'manual' | 'filed' | null>(null);
  const { id, status, fingerprint, label, starts_on } = declaration;
  const path = `/vat-declarations/${id}`;
  const post = async (action: 'refresh' | 'validate' | 'reopen', body: object, done: string): Promise<void> => {
    await write({ method: 'POST', path: `${path}/${action}`, body, done, onUndone: onChanged });
    // Also when it was refused, because the books may have moved.
    onChanged();
  };
  const download = async (format: 'xml' | 'pdf'): Promise<void> => {
    try {
      const { blob } = await api.fetchFile(`${getFilePath(place)}${path}/${format}`);
      saveFile(`vat-${starts_on.slice(0, 7)}.${format}`, blob);
    } catch (error) {
      show({ text: error instanceof ApiProblem ? error.message : say('no_answer'), isProblem: true });
    }
  };
  const isDraft = status === 'draft';
  return (
    <>
      <p class="tools">
        {isDraft && hasRole(role, 'encoder') && (
          <>
            <button type="button" disabled={isBusy} onClick={() => void post('refresh', {}, tell('refreshed'))}>
              {tell('refresh')}
            </button>
            <button type="button" onClick={() => setDialog('manual')}>
              {tell('add_manual')}
            </button>
          </>
        )}
        {isDraft && hasRole(role, 'manager') && (
          <button
            type="button"
            class="primary"
            disabled={isBusy}
            onClick={() => void post('validate', { fingerprint }, tell('validated', { label }))}
          >
            {tell('validate')}
          </button>
        )}
        {!isDraft && (
          <button type="button" onClick={() => void download('xml')}>
            {tell('xml')}
          </button>
        )}
        <button type="button" onClick={() => void download('pdf')}>
          PDF
        </button>
        {status === 'validated' && hasRole(role, 'manager') && (
          <button type="button" class="primary" onClick={() => setDialog('filed')}>
            {tell('mark_filed')}
          </button>
        )}
        {!isDraft && hasRole(role, 'admin') && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void post('reopen', { reason: tell('reopen_reason') }, tell('reopened', { label }))}
          >
            {tell('reopen')}
          </button>
        )}
      </p>
      {problem && <p role="alert">{problem.message}</p>}
      {dialog === 'manual' && (
        <ManualDialog declaration={declaration} onClose={() => setDialog(null)} onChanged={onChanged} />
      )}
      {dialog === 'filed' && (
        <FiledDialog declaration={declaration} onClose={() => setDialog(null)} onChanged={onChanged} />
      )}
    </>
  );
}

/** What has changed since the return was computed or filed. */
function Differences({ declaration: { has_moved, differences } }: Pick<OpenedProps, 'declaration'>) {
  const { language, format } = useConsole();
  const tell = sayIn(language);
  if (!has_moved) return null;
  return (
    <section class="card moved-since" aria-label={tell('has_moved')}>
      <p>
        <strong>{tell('has_moved')}</strong>
      </p>
      <ul>
        {differences.map(({ box, filed, now }) => (
          <li key={box}>
            {tell('box')} {box}: {format.amount(filed)} → {format.amount(now)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const MARKS: Readonly<Record<VatWarning['severity'], string>> = { error: 'bad', warning: 'warn', info: '' };

/** Warnings of the return itself, and the controls of its period. */
function Controls({ declaration }: Pick<OpenedProps, 'declaration'>) {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/vat/control`;
  const query = { from: declaration.starts_on.slice(0, 10), to: declaration.ends_on.slice(0, 10) };
  const control = useLoaded(`${path} ${JSON.stringify(query)}`, (signal) =>
    api.get<{ readonly data: readonly VatWarning[] }>(path, query, signal),
  );
  return (
    <Shown of={control}>
      {({ data }) => {
        const all = [...declaration.warnings, ...data];
        if (all.length === 0) return <p class="whole">{tell('nothing_found')}</p>;
        return (
          <section class="card" aria-labelledby="controls">
            <h4 id="controls">{tell('controls')}</h4>
            <ul class="findings">
              {all.map(({ code, severity, message, solution, links }, index) => (
                <li key={`${code} ${index}`}>
                  <span class={`badge ${MARKS[severity]}`}>{tell(severity)}</span> {message} {solution}
                  <span class="links">
                    {links.slice(0, 6).flatMap(({ resource, id }) => {
                      const found = findPlaceOf(`${getFilePath(place)}/${resource}/${id}`);
                      return found === null ? (
                        []
                      ) : (
                        <a key={id} href={buildHash(found)}>
                          #{id}
                        </a>
                      );
                    })}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </Shown>
  );
}
