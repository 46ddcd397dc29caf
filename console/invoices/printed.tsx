import { useEffect, useState } from 'preact/hooks';
import { Shown } from '../support/loading.tsx';
import { saveFile } from '../support/save-file.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { Invoice } from './answers.ts';
import { sayIn } from './words.ts';

interface PrintedProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** The document as it is printed, drafts too. It is fetched and shown from memory. */
export function Printed({ invoice, onClose }: PrintedProps) {
  const { api, place, say, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/documents/${invoice.id}`;
  const file = useLoaded(`${path} pdf ${invoice.version}`, async (signal) => {
    const { blob } = await api.fetchFile(`${path}/pdf`, signal);
    return new Blob([blob], { type: 'application/pdf' });
  });
  return (
    <section class="printed" aria-label={tell('printed')}>
      <div class="tools">
        {file.is === 'there' && (
          <button type="button" onClick={() => saveFile(`${invoice.number ?? invoice.id}.pdf`, file.value)}>
            {say('download')} PDF
          </button>
        )}
        <button type="button" onClick={onClose}>
          {say('close')}
        </button>
      </div>
      <Shown of={file}>{(blob) => <Page blob={blob} title={tell('printed')} />}</Shown>
    </section>
  );
}

function Page({ blob, title }: { readonly blob: Blob; readonly title: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  // The viewer of the browser is isolated from the page by itself; without its own tools the page has more room.
  return address === null ? null : <iframe src={`${address}#toolbar=0&navpanes=0`} title={title} />;
}
