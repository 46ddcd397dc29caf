import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Skeleton } from '../components/skeleton.tsx';
import { saveFile } from '../support/save-file.ts';
import { useConsole, useLoaded } from '../support/scene.ts';
import type { DocumentImport, ImportField } from './answers.ts';
import { InvoicePaper } from './invoice-paper.tsx';
import { sayIn } from './words.ts';

interface PreviewProps {
  readonly document: Pick<DocumentImport, 'id' | 'original_name' | 'mime' | 'kind' | 'file_url' | 'preview_url'>;
  /** The field whose place is shown; null for none. */
  readonly field: ImportField | null;
}

/** What browsers show themselves; other pictures come as the preview that the service made. */
const SHOWN_PICTURES = /^image\/(png|jpeg|gif|webp)$/;

/** The document as it was received: pages, a picture, or an invoice drawn from its structured content. */
export function Preview({ document, field }: PreviewProps) {
  const { api, language } = useConsole();
  const tell = sayIn(language);
  const { id, original_name: name, mime, kind } = document;
  const isOwn = kind !== 'image' || SHOWN_PICTURES.test(mime);
  // The links change with every answer; the file behind them does not.
  const content = useLoaded(`preview ${id}`, async (signal) => {
    const { pathname, search } = new URL(isOwn ? document.file_url : (document.preview_url ?? document.file_url));
    return (await api.fetchFile(pathname + search, signal)).blob;
  });
  return (
    <div class="paper">
      <div class="tools">
        <strong class="file-name" title={name}>
          {name}
        </strong>
        {content.is === 'there' && isOwn && (
          <button type="button" onClick={() => saveFile(name, content.value)}>
            {tell('download')}
          </button>
        )}
      </div>
      <div class="paper-view" tabIndex={0} role="group" aria-label={tell('pages_of', { name })}>
        {content.is === 'problem' && <p role="alert">{content.message}</p>}
        {content.is === 'loading' && <Skeleton />}
        {content.is === 'there' && <Content kind={kind} blob={content.value} name={name} field={field} />}
      </div>
    </div>
  );
}

interface ContentProps {
  readonly kind: DocumentImport['kind'];
  readonly blob: Blob;
  readonly name: string;
  readonly field: ImportField | null;
}

function Content({ kind, blob, name, field }: ContentProps) {
  const { language } = useConsole();
  if (kind === 'pdf') return <PdfPages blob={blob} name={name} field={field} />;
  if (kind === 'image')
    return (
      <PageOfPaper number={1} field={field}>
        <Picture blob={blob} name={name} />
      </PageOfPaper>
    );
  if (kind === 'xml') return <InvoicePaper blob={blob} />;
  return <p class="quiet">{sayIn(language)('no_preview')}</p>;
}

function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address === null ? <Skeleton /> : <img src={address} alt={name} />;
}

interface PageOfPaperProps {
  readonly number: number;
  readonly field: ImportField | null;
  readonly children: ComponentChildren;
}

/** A page, with a mark on what is being looked at. */
function PageOfPaper({ number, field, children }: PageOfPaperProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const box = field?.page === number ? field.box : null;
  useEffect(() => {
    // Only the paper scrolls: the form stays where it is.
    const view = mark.current?.closest<HTMLElement>('.paper-view');
    if (!mark.current || !view) return;
    const [there, seen] = [mark.current.getBoundingClientRect(), view.getBoundingClientRect()];
    if (there.top >= seen.top && there.bottom <= seen.bottom) return;
    view.scrollBy({ top: there.top - seen.top - seen.height / 3 });
  }, [box]);
  return (
    <div class="page">
      {children}
      {box && (
        <span
          ref={mark}
          class="mark"
          data-field={field?.path}
          style={{
            left: `${box[0] * 100}%`,
            top: `${box[1] * 100}%`,
            width: `${box[2] * 100}%`,
            height: `${box[3] * 100}%`,
          }}
        />
      )}
    </div>
  );
}

type Drawing = import('./draw-pdf.ts').PdfDrawing;

function PdfPages({ blob, name, field }: Omit<ContentProps, 'kind'>) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [pdf, setPdf] = useState<Drawing | 'unreadable' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let opened: Drawing | undefined;
    const open = async (): Promise<void> => {
      const { openPdf } = await import('./draw-pdf.ts');
      opened = await openPdf(blob);
      if (isCurrent) setPdf(opened);
      else opened.close();
    };
    open().catch(() => isCurrent && setPdf('unreadable'));
    return () => {
      isCurrent = false;
      opened?.close();
    };
  }, [blob]);
  if (pdf === null) return <Skeleton />;
  if (pdf === 'unreadable') return <p role="alert">{tell('pdf_unreadable')}</p>;
  return (
    <>
      {Array.from({ length: Math.min(pdf.pages, MOST_PAGES) }, (_, index) => (
        <PageOfPaper key={index} number={index + 1} field={field}>
          <PdfPage pdf={pdf} number={index + 1} label={tell('page_of', { name, number: index + 1 })} />
        </PageOfPaper>
      ))}
      {pdf.pages > MOST_PAGES && <p class="quiet">{tell('more_pages', { count: pdf.pages - MOST_PAGES })}</p>}
    </>
  );
}

/** More pages are looked at in the downloaded file. */
const MOST_PAGES = 60;

interface PdfPageProps {
  readonly pdf: Drawing;
  readonly number: number;
  readonly label: string;
}

/** Drawn when it comes into view. */
function PdfPage({ pdf, number, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const target = canvas.current!;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      pdf.draw(number, target).then(
        () => setDrawn(true),
        () => undefined,
      );
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [pdf, number]);
  return <canvas ref={canvas} role="img" aria-label={label} data-drawn={isDrawn} />;
}
