import { getDocument, GlobalWorkerOptions, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Draws the pages of a PDF in this page: nothing is asked of anybody else, and no script of the file runs. */

GlobalWorkerOptions.workerSrc = '/console/pdf-worker.js';

export interface PdfDrawing {
  readonly pages: number;
  draw(number: number, canvas: HTMLCanvasElement): Promise<void>;
  close(): void;
}

/** Sharp on screens with small dots, and within what a canvas may have. */
const WIDTH = 1_200;
const MOST_PIXELS = 6_000_000;

/** @throws if the file cannot be read */
export async function openPdf(blob: Blob): Promise<PdfDrawing> {
  const opening = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    wasmUrl: '/console/',
    standardFontDataUrl: '/console/',
    // Letters are drawn one by one: the page loads no fonts of a file.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await opening.promise;
  return {
    pages: document.numPages,
    async draw(number, canvas) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min(WIDTH / width, Math.sqrt(MOST_PIXELS / (width * height)));
      const viewport = page.getViewport({ scale });
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await page.render({ canvas, viewport, background: '#ffffff' }).promise;
      page.cleanup();
    },
    close: () => void opening.destroy(),
  };
}
