import { useEffect, useState } from 'preact/hooks';
import type { Attachment } from '../support/answers.ts';
import { saveFile } from '../support/save-file.ts';
import { Shown } from '../support/loading.tsx';
import { useLoaded, useConsole } from '../support/scene.ts';

/** The files of an entry; one is previewed beside it, from memory. */
export function Documents({ path }: { readonly path: string }) {
  const { api, say, place } = useConsole();
  const [open, setOpen] = useState<Attachment | null>(null);
  const files = useLoaded(`${path} files ${place.at}`, (signal) =>
    api.get<readonly Attachment[]>(`${path}/attachments`, { known_at: place.at }, signal),
  );
  useEffect(() => {
    if (files.is === 'there') setOpen(findFirstViewable(files.value));
  }, [files]);
  return (
    <section class="documents">
      <h3>{say('documents')}</h3>
      <Shown of={files}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="quiet">{say('no_documents')}</p>
          ) : (
            <ul class="files">
              {rows.map((file) => (
                <li key={`${file.kind} ${file.id}`}>
                  {file.original_name}{' '}
                  <button type="button" aria-pressed={file === open} onClick={() => setOpen(file)}>
                    {say('show')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {open && <Preview key={open.file_url} file={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** Prefers a picture to a structured invoice. The viewer of PDFs runs only when a person asks for it. */
const findFirstViewable = (files: readonly Attachment[]): Attachment | null =>
  files.find(({ mime }) => isPicture(mime)) ?? files.find(({ mime }) => isText(mime)) ?? null;

const isText = (type: string): boolean => /^(text\/(plain|csv|xml)|application\/(xml|json))$/.test(type);
const isPicture = (type: string): boolean => /^image\/(png|jpeg|gif|webp)$/.test(type);
const isViewable = (type: string): boolean => isText(type) || isPicture(type) || type === 'application/pdf';

function Preview({ file, onClose }: { readonly file: Attachment; readonly onClose: () => void }) {
  const { api, say } = useConsole();
  const { pathname, search } = new URL(file.file_url);
  const content = useLoaded(file.file_url, async (signal) => {
    const { blob } = await api.fetchFile(pathname + search, signal);
    return new Blob([blob], { type: file.mime });
  });
  return (
    <div class="preview">
      <div class="tools">
        <strong>{file.original_name}</strong>
        {content.is === 'there' && (
          <button type="button" onClick={() => saveFile(file.original_name, content.value)}>
            {say('download')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {say('close')}
        </button>
      </div>
      <Shown of={content}>
        {(blob) => isViewable(file.mime) && <Pictured blob={blob} title={file.original_name} />}
      </Shown>
    </div>
  );
}

function Pictured({ blob, title }: { readonly blob: Blob; readonly title: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (isText(blob.type)) return <Written blob={blob} />;
  if (address === null) return null;
  // Browsers show no PDF in a frame with `sandbox`; their viewer is isolated from the page by itself.
  return blob.type === 'application/pdf' ? <iframe src={address} title={title} /> : <img src={address} alt={title} />;
}

/** Shows structured invoices and similar files as plain text. */
function Written({ blob }: { readonly blob: Blob }) {
  const [text, setText] = useState('');
  useEffect(() => void blob.text().then(setText), [blob]);
  return <pre tabIndex={0}>{text}</pre>;
}
