import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { ApiProblem } from '../support/api.ts';
import { DemoContext } from '../support/demo.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import { createBatchId, sendFile } from './send-file.ts';
import { sayIn } from './words.ts';

interface Sending {
  readonly key: number;
  readonly name: string;
  readonly percent: number;
  /** Null while it is under way. */
  readonly outcome: null | 'sent' | { readonly problem: string };
}

/** As the route has it: a larger file is not sent at all. */
const MOST_BYTES = 25 * 1024 * 1024;
const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.heic,.heif,.webp,.gif,.xml,.zip,.eml';
/** Sent at the same time. */
const AT_ONCE = 3;

/** Takes files by drop anywhere on the page or by button, as many as one likes, and tells of each how it goes. */
export function Upload({ onUploaded }: { readonly onUploaded: () => void }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const isDemo = useContext(DemoContext);
  const chooser = useRef<HTMLInputElement>(null);
  const { sendings, send, clear } = useSendings(onUploaded);
  const isOver = useDrop(isDemo ? null : send);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isTyping(event) && event.key === 'u') chooser.current?.click();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (isDemo) return <DemoNote of="uploads" />;
  return (
    <section class={isOver ? 'upload over' : 'upload'} aria-label={tell('upload')}>
      <p>
        <button type="button" class="primary" aria-keyshortcuts="u" onClick={() => chooser.current?.click()}>
          {tell('upload')} <kbd>u</kbd>
        </button>{' '}
        <span class="quiet">{tell('upload_help')}</span>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label={tell('upload')}
          onChange={({ currentTarget }) => {
            send([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </p>
      {sendings.length > 0 && (
        <>
          <ul class="sendings" aria-live="polite">
            {sendings.map((one) => (
              <SendingRow key={one.key} sending={one} />
            ))}
          </ul>
          {sendings.every(({ outcome }) => outcome !== null) && (
            <button type="button" onClick={clear}>
              {tell('clear_list')}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function SendingRow({ sending: { name, percent, outcome } }: { readonly sending: Sending }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  return (
    <li>
      <span class="file-name" title={name}>
        {name}
      </span>
      {outcome === null && <progress max={100} value={percent} aria-label={tell('progress_of', { name })} />}
      {outcome === 'sent' && <span class="badge good">{tell('sent')}</span>}
      {outcome !== null && outcome !== 'sent' && <span class="wrong">{outcome.problem}</span>}
    </li>
  );
}

interface Sendings {
  readonly sendings: readonly Sending[];
  send(files: readonly File[]): void;
  clear(): void;
}

/** Each file is a request of its own, so that one that is refused does not stop the others. */
function useSendings(onUploaded: () => void): Sendings {
  const { api, place, language, say } = useConsole();
  const tell = sayIn(language);
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const last = useRef(0);
  const path = `${getFilePath(place)}/document-imports`;
  const update = (key: number, change: Partial<Sending>): void =>
    setSendings((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function sendOne(key: number, file: File, batchId: string): Promise<void> {
    if (file.size > MOST_BYTES) return update(key, { outcome: { problem: tell('too_large') } });
    try {
      const onProgress = (percent: number): void => update(key, { percent });
      await sendFile(api, { path, file, batchId, language, onProgress });
      update(key, { percent: 100, outcome: 'sent' });
      onUploaded();
    } catch (error) {
      update(key, { outcome: { problem: describeProblem(error) ?? say('no_answer') } });
    }
  }

  return {
    sendings,
    clear: () => setSendings([]),
    send(files) {
      const batchId = createBatchId();
      const waiting = files.map((file) => ({ file, key: (last.current += 1) }));
      setSendings((all) => [
        ...all,
        ...waiting.map(({ key, file }) => ({ key, name: file.name, percent: 0, outcome: null })),
      ]);
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await sendOne(next.key, next.file, batchId);
      };
      for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
    },
  };
}

function describeProblem(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null;
  return Object.values(error.errors).flat()[0] ?? (error.message === '' ? null : error.message);
}

/** Whether files are being dragged over the page. Null takes none. */
function useDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  const isActive = onFiles !== null;
  useEffect(() => {
    if (!isActive) return;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const onDrag = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this the browser opens the file instead.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take.current?.([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, [isActive]);
  return isOver;
}
