import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { DemoContext } from '../support/demo.ts';
import { buildHash } from '../support/place.ts';
import { useConsole } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import { useWriter } from '../support/write.ts';
import { isToValidate, type DocumentImport } from './answers.ts';
import { Duplicate } from './duplicate.tsx';
import type { BookNames } from './names.ts';
import { Preview } from './preview.tsx';
import { SheetForm } from './sheet-form.tsx';
import { sayIn } from './words.ts';

export interface ImportPanelProps {
  readonly document: DocumentImport;
  readonly names: BookNames;
  readonly canWrite: boolean;
  /** Nothing is left to do with it. */
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

/** One document: the paper, and beside it what was read from it. */
export function ImportPanel({ document, names, canWrite, onDone, onChanged }: ImportPanelProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const [path, setPath] = useState<string | null>(null);
  /** Kept although it seems to be a duplicate. */
  const [isKept, setKept] = useState(false);
  const field = document.fields?.find((one) => one.path === path) ?? null;
  const canReject = canWrite && document.status !== 'validated' && document.status !== 'expanded';
  const reject = async (): Promise<void> => {
    if (writer.isBusy) return;
    const sent = await writer.write({
      method: 'DELETE',
      path: `/document-imports/${document.id}`,
      baseVersion: document.version,
      done: tell('rejected'),
      onUndone: onChanged,
    });
    if (sent) onDone();
  };
  useKey('x', canReject ? () => void reject() : null);
  if (document.status === 'duplicate' && !isKept)
    return (
      <section class="import-panel">
        <Heading document={document} />
        <Duplicate
          document={document}
          isBusy={writer.isBusy}
          onReject={canWrite ? () => void reject() : null}
          onKeep={canWrite ? () => setKept(true) : null}
        />
      </section>
    );
  return (
    <section class="import-panel">
      <Heading document={document} />
      <div class="beside">
        <Preview document={document} field={field} />
        <div class="sheet">
          <Notes document={document} canWrite={canWrite} onChanged={onChanged} />
          {document.extracted && (
            <SheetForm
              document={document}
              names={names}
              canWrite={canWrite && isToValidate(document)}
              isForced={isKept}
              onLook={setPath}
              onDone={onDone}
              onChanged={onChanged}
            />
          )}
          {canReject && (
            <p>
              <button type="button" aria-keyshortcuts="x" disabled={writer.isBusy} onClick={() => void reject()}>
                {tell('reject')} <kbd>x</kbd>
              </button>{' '}
              <span class="quiet">{tell('reject_help')}</span>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** Runs unless the reader is typing; null ignores the key. */
function useKey(key: string, run: (() => void) | null): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isTyping(event) && event.key === key) current.current?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key]);
}

function Heading({ document }: { readonly document: DocumentImport }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { extracted, suggested_third_party: party, original_name: name } = document;
  return (
    <header>
      <h3 id="chosen-document" tabIndex={-1}>
        {party?.name ?? extracted?.counterparty['name'] ?? name}
      </h3>
      <p class="quiet">
        {[
          extracted && tell(extracted.document_type),
          extracted?.number,
          tell('received', { day: format.day(document.created_at) }),
          tell(`status_${document.status}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}

type NotesProps = Pick<ImportPanelProps, 'document' | 'canWrite' | 'onChanged'>;

/** Points to check, why it could not be read, or what has become of it. */
function Notes({ document, canWrite, onChanged }: NotesProps) {
  const { place, language } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const isDemo = useContext(DemoContext);
  const { id, status, error, warnings, version, imported_document_id: made } = document;
  const analyse = async (): Promise<void> => {
    await writer.write({ method: 'POST', path: `/document-imports/${id}/process`, body: {}, baseVersion: version });
    onChanged();
  };
  if (isDemo && status === 'queued') return <DemoNote of="reading" />;
  if (status === 'queued' || status === 'analyzing')
    return (
      <p role="status">
        {tell('being_read')} <progress max={100} value={document.progress} aria-label={tell('being_read')} />
      </p>
    );
  if (status === 'error')
    return (
      <>
        <p role="alert">{error}</p>
        {canWrite && (
          <>
            <button type="button" disabled={writer.isBusy} onClick={() => void analyse()}>
              {tell('analyse_again')}
            </button>
            <DemoNote of="uploads" />
          </>
        )}
      </>
    );
  if (status === 'expanded') return <p>{tell('is_expanded')}</p>;
  if (status === 'validated' && made !== null)
    return (
      <p>
        {tell('is_validated')}{' '}
        <a href={buildHash({ file: place.file!, view: 'invoices', item: String(made) })}>{tell('open_document')}</a>
      </p>
    );
  return warnings && warnings.length > 0 ? (
    <ul class="warnings" aria-label={tell('to_check')}>
      {warnings.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
  ) : null;
}
